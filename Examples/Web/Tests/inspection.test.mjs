// What the module says about the inside of a file: every byte is in one part, a fault is where the error is.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { Nodes } from "../Page/nodes.js";
import { ReceiptReader } from "../Page/reader.js";
import { project, random, read, wasm } from "./support.mjs";

const reader = await ReceiptReader.load(wasm);
const inspect = (bytes, question) => reader.inspect(bytes, question);
const children = (bytes, of) => inspect(bytes, of === undefined ? { ask: "children" } : { ask: "children", of });
const ios = read("Examples/Receipts/ios.p7");
const folder = (path) => readdirSync(join(project, path))
  .filter((name) => /\.(p7|b64|cer)$/.test(name)).map((name) => `${path}/${name}`);

/** The bytes that the answers count. */
const decoded = (bytes) => Buffer.from(inspect(bytes, { ask: "decoded" }).base64, "base64");

/** All nodes, checked: children follow each other within their parent's contents. Returns the leaves and the faults. */
function walk(bytes) {
  const leaves = [];
  const faults = [];
  const visit = (parent, begin, end) => {
    const { nodes, fault } = children(bytes, parent?.offset);
    if (fault) faults.push(fault);
    let place = begin;
    for (const node of nodes) {
      assert.ok(node.offset >= place, `${node.offset} is not after ${place}`);
      assert.ok(node.offset <= node.contents && node.contents <= node.end && node.end <= end, JSON.stringify(node));
      leaves.push([place, node.offset]);
      if (node.children) {
        leaves.push([node.offset, node.contents]);
        visit(node, node.contents, node.end);
      } else {
        leaves.push([node.offset, node.end]);
      }
      place = node.end;
    }
    leaves.push([place, end]);
  };
  visit(undefined, 0, decoded(bytes).length);
  return { leaves: leaves.filter(([begin, end]) => begin < end), faults };
}

/** Every byte belongs to one part, and no more than one. */
function checkBytes(bytes, name) {
  const { leaves, faults } = walk(bytes);
  assert.deepEqual(faults, [], name);
  let place = 0;
  for (const [begin, end] of leaves) {
    assert.equal(begin, place, name);
    place = end;
  }
  assert.equal(place, decoded(bytes).length, name);
}

for (const path of [...folder("Examples/Receipts"), ...folder("Tests/Fixtures/Receipts"), ...folder("Tests/Fixtures/authority")]) {
  test(`Every byte belongs to one part: ${path}`, () => checkBytes(read(path), path));
}

const corpus = process.env.RECEIPT_CORPUS;
test("Every byte of real receipts belongs to one part", { skip: corpus ? false : "RECEIPT_CORPUS is not set" }, () => {
  const files = readdirSync(join(corpus, "receipts/files"));
  for (const file of files) checkBytes(new Uint8Array(readFileSync(join(corpus, "receipts/files", file))), file);
  assert.ok(files.length > 0);
});

test("Every part of a receipt is found by each of its bytes", async () => {
  const bytes = ios;
  const nodes = new Nodes(async (of) => children(bytes, of));
  await nodes.load();
  for (let byte = 0; byte < bytes.length; byte++) {
    const node = await nodes.innermost(byte);
    assert.ok(node.offset <= byte && byte < node.end);
    const { offsets } = inspect(bytes, { ask: "path", to: byte });
    assert.equal(offsets.at(-1), node.offset, `${byte}`);
  }
});

test("The fault of a receipt that is cut off is at its end", () => {
  const bytes = ios;
  for (let length = 1; length < bytes.length; length += 37) {
    const prefix = bytes.subarray(0, length);
    const { faults } = walk(prefix);
    const [{ offset }] = reader.read(prefix).report.checks;
    assert.ok(faults.some((fault) => fault.offset === offset), `${length}: ${JSON.stringify(faults)} ${offset}`);
  }
});

test("The fault of a malformed receipt is where its error is", () => {
  let found = 0;
  for (const path of folder("Tests/Fixtures/Forgeries")) {
    const bytes = read(path);
    const [{ result, offset }] = reader.read(bytes).report.checks;
    const { form, fault } = inspect(bytes, { ask: "form" });
    assert.equal(fault !== undefined, result === "failed", path);
    if (fault === undefined) continue;
    assert.ok(form, path);
    assert.equal(fault.offset, offset, path);
    found += offset === undefined ? 0 : 1;
    walk(bytes); // what can be read is in order
  }
  assert.ok(found > 30, `${found}`);
});

/** All nodes as `receipt tree --json` prints them. */
function tree(bytes, of, level = 0) {
  return children(bytes, of).nodes.flatMap((node) => [
    { offset: node.offset, level, ...(node.name ? { name: node.name } : {}), type: node.type },
    ...(node.children ? tree(bytes, node.offset, level + 1) : []),
  ]);
}

const fixtures = ["ios-sha256-subscriptions", "xcode-ber", "unknown-attributes"];
for (const name of fixtures) {
  test(`The nodes are those of the tool: ${name}`, () => {
    const bytes = read(`Tests/Fixtures/Receipts/${name}.p7`);
    const found = tree(bytes);
    const lines = spawnSync(process.env.RECEIPT_TOOL, ["tree", "--json", "-"], { input: bytes, encoding: "utf8" })
      .stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(found, lines.map(({ value, holds, ...rest }) => rest));
    assert.ok(found.some(({ name }) => name === "bundle identifier (2)"));
    assert.ok(found.some(({ name }) => name === "signature"));
    const decoded = Buffer.from(inspect(bytes, { ask: "decoded" }).base64, "base64");
    assert.deepEqual(new Uint8Array(decoded), bytes);
    for (const { offset } of found.filter((_, index) => index % 37 === 0)) {
      assert.ok(inspect(bytes, { ask: "path", to: offset }).offsets.includes(offset));
    }
  });
}

test("The form, and the fault of half a receipt", () => {
  const bytes = ios;
  assert.deepEqual(inspect(bytes, { ask: "form" }), { form: { encoding: "DER", isBase64: false, bytes: bytes.length } });
  const half = bytes.subarray(0, bytes.length / 2);
  const { form, fault } = inspect(half, { ask: "form" });
  assert.equal(form.encoding, "unknown");
  assert.equal(fault.code, "truncated");
  assert.equal(fault.offset, half.length);
  assert.ok(tree(half).some(({ name }) => name === "bundle identifier (2)"));
  assert.equal(inspect(Buffer.from("{}"), { ask: "form" }).form, undefined);
});

test("A part is found by its name, however deep, and by the number of an OBJECT IDENTIFIER", () => {
  const all = tree(ios);
  const find = (text, after = -1) => inspect(ios, { ask: "find", text, after }).offset;
  for (const text of ["bundle identifier (2)", "keyUsage", "SUBJECTPUBLICKEYINFO", "in-app receipt", "signature"]) {
    const expected = all.filter(({ name }) => name?.toLowerCase().includes(text.toLowerCase())).map(({ offset }) => offset);
    const found = [];
    for (let offset = find(text); offset !== undefined; offset = find(text, offset)) found.push(offset);
    for (const offset of expected) assert.ok(found.includes(offset), `${text}: ${offset}`);
    assert.deepEqual(found, found.toSorted((one, other) => one - other));
  }
  assert.equal(find("1.2.840.113549.1.7.2"), 4);
  assert.equal(find("signedData"), 4);
  assert.equal(find("not in it"), undefined);
  assert.equal(find(""), undefined);
  // A fault hides no more than what is in it.
  assert.equal(inspect(ios.subarray(0, ios.length / 2), { ask: "find", text: "bundle identifier" }).offset, find("bundle identifier"));
});

test("Where the values are, and which certificate the signer names", () => {
  for (const path of [...folder("Examples/Receipts"), ...folder("Tests/Fixtures/Receipts")]) {
    const { receipt, places } = reader.read(read(path));
    const [bytes, file] = [decoded(read(path)), read(path)];
    for (const name of ["bundleIdentifier", "appVersion", "creationDate"]) {
      if (receipt[name] === undefined) continue;
      const place = places.values[name];
      assert.equal(bytes[place], receipt[name].charCodeAt(0), `${path}: ${name}`);
      if (path.includes("chunks")) continue; // which have no names
      const { offsets } = inspect(file, { ask: "path", to: place });
      const node = children(file, offsets.at(-2)).nodes.find(({ offset }) => offset === offsets.at(-1));
      assert.equal(node.contents, place, `${path}: ${name}`);
      if (name === "bundleIdentifier") assert.equal(bytes.toString("utf8", place, node.end), receipt[name], path);
    }
    assert.equal(places.certificates.length, receipt.certificates?.length ?? 0);
    const nodes = tree(file);
    for (const place of places.certificates) assert.equal(nodes.find(({ offset }) => offset === place).name, "certificate", path);
    assert.equal(nodes.find(({ offset }) => offset === places.signer).name, "signerInfo", path);
    // Issuer and serial number are in both, byte by byte.
    const part = (name, from) => nodes.find((node) => node.name === name && node.offset > from).offset;
    const certificate = places.certificates[places.signerCertificate];
    const [sid, serial] = [part("sid", places.signer), part("serialNumber", certificate)];
    const text = (of, name) => children(file, of).nodes.find((node) => node.name === name);
    const named = text(sid, "serialNumber");
    assert.equal(bytes.toString("hex", named.offset, named.end), bytes.toString("hex", serial, serial + named.end - named.offset), path);
  }
});

test("A signer that names no certificate, or another one than signed", () => {
  const forgery = (name) => reader.read(read(`Tests/Fixtures/Forgeries/${name}.p7`)).places;
  assert.equal(forgery("B05-sid-matches-nothing").signerCertificate, undefined);
  assert.equal(forgery("A02-no-signers").signer, undefined);
  assert.equal(forgery("P07-certs-reordered-duplicated").signerCertificate > 0, true);
  assert.deepEqual(forgery("B28-no-certificates").certificates, []);
});

test("A timeline with the library's answer", () => {
  const bytes = read("Tests/Fixtures/Receipts/ios-sha256-subscriptions.p7");
  const { svg, products } = inspect(bytes, { ask: "timeline", at: "2025-05-01T00:00:00Z" });
  assert.ok(svg.startsWith("<svg "));
  assert.deepEqual(products.map(({ owned, why }) => [owned, why]), [[true, "until 2025-05-14T08:30:00Z"]]);
  assert.equal(inspect(bytes, { ask: "timeline", at: "2026-05-01T00:00:00Z" }).products[0].owned, false);
  const access = inspect(bytes, { ask: "access", at: "2025-05-01T00:00:00Z" });
  assert.deepEqual(access.products, products);
  assert.equal(access.svg, undefined);
});

test("The doctor unwraps", () => {
  const bytes = ios;
  const text = JSON.stringify({ "receipt-data": Buffer.from(bytes).toString("base64") });
  const { healthy, repaired } = inspect(Buffer.from(text), { ask: "doctor" });
  assert.equal(healthy, false);
  assert.equal(repaired, Buffer.from(bytes).toString("base64"));
});

test("A length that 32 bits don't hold", () => {
  for (const octets of ["7fffffff", "ffffffff"]) {
    const { findings } = inspect(Buffer.from(`3084${octets}`, "hex"), { ask: "doctor" });
    assert.match(findings[0].message, new RegExp(`at byte 6 of ${parseInt(octets, 16) + 6}`));
  }
});

test("A redacted receipt, and what was replaced in it", () => {
  const bytes = ios;
  const seed = Uint8Array.from({ length: 32 }, random(27));
  const { receipt, replaced } = inspect(bytes, { ask: "redact", seed });
  const redacted = new Uint8Array(Buffer.from(receipt, "base64"));
  assert.equal(redacted.length, bytes.length);
  const isReplaced = new Uint8Array(bytes.length);
  for (const { offset, end } of replaced) isReplaced.fill(1, offset, end);
  assert.ok(bytes.every((byte, place) => isReplaced[place] || byte === redacted[place]));
  assert.ok(redacted.some((byte, place) => byte !== bytes[place]));
  assert.throws(() => inspect(bytes, { ask: "redact" }), { name: "RangeError", message: /seed/ });
});

test("Differences of two receipts, and of a receipt and an answer", () => {
  const [one, other] = ["ios-sha256-subscriptions", "ios-sha1-purchases"]
    .map((name) => read(`Tests/Fixtures/Receipts/${name}.p7`));
  assert.deepEqual(inspect(one, { ask: "difference", other: one }), { equal: true, differences: [] });
  assert.ok(inspect(one, { ask: "difference", other }).differences.some(({ path }) => path === "creationDate"));
  const answer = Buffer.from(JSON.stringify({ receipt: { bundle_id: "com.example.other" } }));
  const [difference] = inspect(one, { ask: "difference", other: answer }).differences
    .filter(({ path }) => path === "bundleIdentifier");
  assert.deepEqual([difference.first, difference.second], ["com.example.app", "com.example.other"]);
});

test("A question that isn't understood", () => {
  for (const question of [{ ask: "nothing" }, {}, { ask: "path", to: "x" }, { ask: "access" }, { ask: "form", other2: "" }]) {
    assert.throws(() => inspect(new Uint8Array(4), question), RangeError);
  }
});

test("Whatever is asked about whatever, there is an answer", () => {
  const next = random(0xA5A5);
  const seed = new Uint8Array(32).fill(7);
  const ask = (bytes) => {
    for (const question of [
      { ask: "form" }, { ask: "decoded" }, { ask: "children" }, { ask: "children", of: next() % 500 },
      { ask: "path", to: next() % 6000 }, { ask: "find", text: "e", after: next() % 6000 },
      { ask: "access", at: "2026-01-01T00:00:00Z" }, { ask: "doctor" }, { ask: "redact", seed },
    ]) inspect(bytes, question);
  };
  for (let round = 0; round < 300; round++) {
    const bytes = ios.slice(0, round % 3 === 0 ? next() % ios.length : ios.length);
    for (let count = next() % 8; count > 0; count--) bytes[next() % bytes.length] = next();
    ask(bytes);
    ask(Uint8Array.from({ length: next() % 64 }, () => next()));
  }
  // A length of 40 bits, which an Int of 32 does not have.
  const bytes = ios.slice();
  bytes.set([0x04, 0x88, 0x80, 0x80, 0x80, 0x80, 0x80], 464);
  ask(bytes);
});
