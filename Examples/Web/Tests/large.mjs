// A receipt larger than any that a store has signed: the example's, with as many purchases as wanted. Its signature is
// not genuine.

import { read } from "./support.mjs";

const text = new TextEncoder();

/** An element: identifier, length, contents. */
function encode(identifier, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const digits = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  const head = length < 128 ? [identifier, length] : [identifier, 0x80 | digits.length, ...digits];
  return Buffer.concat([Buffer.from(head), ...parts]);
}

/** The elements in some contents: identifier, contents, and all of it. */
function elements(contents) {
  const found = [];
  for (let start = 0; start < contents.length;) {
    const first = contents[start + 1];
    const digits = first < 128 ? 0 : first & 127;
    const length = digits === 0 ? first : Buffer.from(contents).readUIntBE(start + 2, digits);
    const begin = start + 2 + digits;
    found.push({
      identifier: contents[start], contents: contents.subarray(begin, begin + length),
      all: contents.subarray(start, begin + length),
    });
    start = begin + length;
  }
  return found;
}

const integer = (number) => {
  const bytes = Buffer.alloc(5);
  bytes.writeUIntBE(number, 0, 5);
  const first = bytes.findIndex((byte, index) => byte !== 0 || index === 4);
  return encode(0x02, bytes[first] & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes.subarray(first));
};
const attribute = (type, value) => encode(0x30, integer(type), integer(1), encode(0x04, value));
const utf8 = (value) => encode(0x0C, text.encode(value));
const ia5 = (value) => encode(0x16, text.encode(value));

function purchase(number) {
  const start = Date.UTC(2015, 0, 1) + number * 8 * 3_600_000;
  const date = (time) => ia5(`${new Date(time).toISOString().slice(0, 19)}Z`);
  return attribute(17, encode(0x31,
    attribute(1701, integer(1)), attribute(1702, utf8(`com.example.app.product.${number % 40}`)),
    attribute(1703, utf8(String(700_000_000_000_000 + number))), attribute(1704, date(start)),
    attribute(1705, utf8(String(700_000_000_000_000 + number % 40))), attribute(1706, date(Date.UTC(2015, 0, 1))),
    attribute(1707, integer(3)), attribute(1708, date(start + 13 * 86_400_000)), attribute(1711, integer(number)),
    attribute(1712, ia5("")), attribute(1713, integer(0)), attribute(1719, integer(0)),
    attribute(1790, Buffer.alloc(150, number))));
}

/** A receipt with so many purchases, each of about 400 bytes. */
export function largeReceipt(purchases) {
  const [contentInfo] = elements(read("Examples/Receipts/ios.p7"));
  const [contentType, wrapped] = elements(contentInfo.contents);
  const [signedData] = elements(wrapped.contents);
  const [version, digests, content, ...rest] = elements(signedData.contents);
  const [dataType, wrappedPayload] = elements(content.contents);
  const [payload] = elements(elements(wrappedPayload.contents)[0].contents);
  const set = encode(0x31, payload.contents, ...Array.from({ length: purchases }, (_, number) => purchase(number)));
  const newContent = encode(0x30, dataType.all, encode(0xA0, encode(0x04, set)));
  return encode(0x30, contentType.all,
    encode(0xA0, encode(0x30, version.all, digests.all, newContent, ...rest.map(({ all }) => all))));
}
