// What the module's `inspect` answers, without the page and its class.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { random, read, wasm } from "./support.mjs";

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {});

function inspect(bytes, question) {
  const lines = Object.entries(question).map(([name, value]) =>
    `${name} ${Buffer.from(value).toString("hex")}`).join("\n");
  const pass = (bytes) => {
    const place = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, place).set(bytes);
    return place;
  };
  const [asked, given] = [Buffer.from(lines), bytes].map((bytes) => [pass(bytes), bytes.length]);
  const place = exports.inspect(...asked, ...given);
  const length = new DataView(exports.memory.buffer).getUint32(place, true);
  const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, place + 4, length));
  [asked[0], given[0], place].forEach(exports.release);
  return JSON.parse(text);
}

const children = (bytes, of) => inspect(bytes, { ask: "children", ...(of === undefined ? {} : { of: `${of}` }) });

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
      assert.ok(inspect(bytes, { ask: "path", to: `${offset}` }).offsets.includes(offset));
    }
  });
}

test("The form, and the fault of half a receipt", () => {
  const bytes = read("Examples/Receipts/ios.p7");
  assert.deepEqual(inspect(bytes, { ask: "form" }), { form: { encoding: "DER", isBase64: false, bytes: bytes.length } });
  const half = bytes.subarray(0, bytes.length / 2);
  const { form, fault } = inspect(half, { ask: "form" });
  assert.equal(form.encoding, "unknown");
  assert.equal(fault.code, "truncated");
  assert.equal(fault.offset, half.length);
  assert.ok(tree(half).some(({ name }) => name === "bundle identifier (2)"));
  assert.equal(inspect(Buffer.from("{}"), { ask: "form" }).form, undefined);
});

test("A timeline with the library's answer", () => {
  const bytes = read("Tests/Fixtures/Receipts/ios-sha256-subscriptions.p7");
  const { svg, products } = inspect(bytes, { ask: "timeline", at: "2025-05-01T00:00:00Z" });
  assert.ok(svg.startsWith("<svg "));
  assert.deepEqual(products.map(({ owned, why }) => [owned, why]), [[true, "until 2025-05-14T08:30:00Z"]]);
  assert.equal(inspect(bytes, { ask: "timeline", at: "2026-05-01T00:00:00Z" }).products[0].owned, false);
});

test("The doctor unwraps", () => {
  const bytes = read("Examples/Receipts/ios.p7");
  const text = JSON.stringify({ "receipt-data": Buffer.from(bytes).toString("base64") });
  const { healthy, repaired } = inspect(Buffer.from(text), { ask: "doctor" });
  assert.equal(healthy, false);
  assert.equal(repaired, Buffer.from(bytes).toString("base64"));
});

test("A redacted receipt, and what was replaced in it", () => {
  const bytes = read("Examples/Receipts/ios.p7");
  const seed = Uint8Array.from({ length: 32 }, random(27));
  const { receipt, replaced } = inspect(bytes, { ask: "redact", seed });
  const redacted = new Uint8Array(Buffer.from(receipt, "base64"));
  assert.equal(redacted.length, bytes.length);
  const isReplaced = new Uint8Array(bytes.length);
  for (const { offset, end } of replaced) isReplaced.fill(1, offset, end);
  assert.ok(bytes.every((byte, place) => isReplaced[place] || byte === redacted[place]));
  assert.ok(redacted.some((byte, place) => byte !== bytes[place]));
  assert.match(inspect(bytes, { ask: "redact" }).misunderstanding, /seed/);
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
  for (const question of [{ ask: "nothing" }, {}, { ask: "path", to: "x" }, { ask: "form", other2: "" }]) {
    assert.ok("misunderstanding" in inspect(new Uint8Array(4), question));
  }
});
