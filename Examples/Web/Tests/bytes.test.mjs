// The anatomy has every byte once, and a fault where the error is.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { Nodes } from "../Page/nodes.js";
import { ReceiptReader } from "../Page/reader.js";
import { project, random, read, wasm } from "./support.mjs";

const reader = await ReceiptReader.load(wasm);
const folder = (path) => readdirSync(join(project, path))
  .filter((name) => /\.(p7|b64|cer)$/.test(name)).map((name) => `${path}/${name}`);

/** The bytes that the answers count. */
const decoded = (bytes) => Buffer.from(reader.inspect(bytes, { ask: "decoded" }).base64, "base64");

/** All nodes, checked: children follow each other within their parent's contents. Returns the leaves and the faults. */
function walk(bytes) {
  const leaves = [];
  const faults = [];
  const visit = (parent, begin, end) => {
    const { nodes, fault } = reader.inspect(bytes, parent ? { ask: "children", of: parent.offset } : { ask: "children" });
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
  const bytes = read("Examples/Receipts/ios.p7");
  const nodes = new Nodes(async (of) => reader.inspect(bytes, of === undefined ? { ask: "children" } : { ask: "children", of }));
  await nodes.load();
  for (let byte = 0; byte < bytes.length; byte++) {
    const node = await nodes.innermost(byte);
    assert.ok(node.offset <= byte && byte < node.end);
    const { offsets } = reader.inspect(bytes, { ask: "path", to: byte });
    assert.equal(offsets.at(-1), node.offset, `${byte}`);
  }
});

test("The fault of a receipt that is cut off is at its end", () => {
  const bytes = read("Examples/Receipts/ios.p7");
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
    const { form, fault } = reader.inspect(bytes, { ask: "form" });
    assert.equal(fault !== undefined, result === "failed", path);
    if (fault === undefined) continue;
    assert.ok(form, path);
    assert.equal(fault.offset, offset, path);
    found += offset === undefined ? 0 : 1;
    walk(bytes); // what can be read is in order
  }
  assert.ok(found > 30, `${found}`);
});

test("Whatever is asked about whatever, there is an answer", () => {
  const next = random(0xA5A5);
  const seed = new Uint8Array(32).fill(7);
  const ask = (bytes) => {
    for (const question of [
      { ask: "form" }, { ask: "decoded" }, { ask: "children" }, { ask: "children", of: next() % 500 },
      { ask: "path", to: next() % 6000 }, { ask: "doctor" }, { ask: "redact", seed },
    ]) reader.inspect(bytes, question);
  };
  const ios = read("Examples/Receipts/ios.p7");
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
