import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ReceiptReader } from "../Page/reader.js";
import { project, random, read, testRoot, tool, wasm } from "./support.mjs";

const reader = await ReceiptReader.load(wasm);
const root = read(testRoot);
const at = "2026-01-01T00:00:00Z";
const ios = read("Examples/Receipts/ios.p7");

/** Asserts that module and tool say the same about a receipt. */
function compare(bytes, expectations, options, name) {
  const answer = reader.read(bytes, { at: new Date(at), ...expectations });
  const shown = tool("show", bytes);
  assert.deepEqual(answer.receipt, "refused" in shown ? undefined : shown, name);
  assert.deepEqual(answer.report, reported(bytes, expectations, ["--at", at, ...options]), name);
  return answer;
}

/** What the tool says, and that nothing is known where it was not asked everything. */
function reported(bytes, expectations, options) {
  const report = tool("verify", bytes, options);
  const missing = [["bundleIdentifier", "bundle identifier"], ["version", "app version"], ["devices", "device"], ["environments", "environment"]]
    .filter(([name]) => !(name in expectations)).map(([, label]) => label);
  return report.valid === false || missing.length === 0 ? report
    : { ...report, valid: null, reason: `no expectation for: ${missing.join(", ")}`, recommendedAction: null };
}

const folder = (path) => readdirSync(join(project, path)).filter((name) => /\.(p7|b64)$/.test(name)).map((name) => `${path}/${name}`);

test("The module imports nothing and exports six things", () => {
  const module = new WebAssembly.Module(wasm);
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  assert.deepEqual(WebAssembly.Module.exports(module).map(({ name }) => name).sort(),
    ["allocate", "answer", "inspect", "memory", "release", "seed"]);
});

for (const path of [...folder("Examples/Receipts"), ...folder("Tests/Fixtures/Receipts")]) {
  test(`What the native tool says: ${path}`, () => {
    const bytes = read(path);
    const answer = compare(bytes, { roots: [root] }, ["--root", testRoot], path);
    assert.ok(answer.receipt, path);
    const strict = {
      roots: [root], bundleIdentifier: "com.example.app", version: "3.4.1", environments: ["Production", "Xcode"],
      devices: ["02:00:5e:10:20:30", "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57"], allowsXcode: true,
    };
    compare(bytes, strict, ["--root", testRoot, "--bundle-id", "com.example.app", "--version", "3.4.1",
      "--environment", "Production", "--environment", "Xcode", "--device", "02:00:5e:10:20:30",
      "--device", "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57", "--allow-xcode"], path);
  });
}

test("The sample is valid with everything asked for, by the test authority's root and not by Apple's", () => {
  const expectations = {
    at: new Date(at), bundleIdentifier: "com.example.app", version: "3.4.1", environments: ["Production"],
    devices: ["5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57"],
  };
  const { report } = reader.read(ios, { ...expectations, roots: [root] });
  assert.ok(report.valid);
  assert.deepEqual(report.checks.map(({ result }) => result), Array(7).fill("passed"));
  const refused = reader.read(ios, expectations).report;
  assert.equal(refused.valid, false);
  assert.equal(refused.checks[1].code, "untrustedRoot");
});

test("A receipt is valid only if everything was checked or left out by name, and never by omission", () => {
  const all = {
    bundleIdentifier: "com.example.app", version: "3.4.1", devices: ["5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57"],
    environments: ["Production"],
  };
  const labels = { bundleIdentifier: "bundle identifier", version: "app version", devices: "device", environments: "environment" };
  const names = Object.keys(all);
  for (let given = 0; given < 16; given++) {
    const expectations = { at: new Date(at), roots: [root] };
    const missing = [];
    names.forEach((name, place) => {
      if (given & 1 << place) expectations[name] = all[name]; else missing.push(name);
    });
    const { valid, reason, checks } = reader.read(ios, expectations).report;
    const isWhole = missing.length === 0;
    assert.equal(valid, isWhole ? true : null, `${given}`);
    assert.equal(reason, isWhole ? undefined : `no expectation for: ${missing.map((name) => labels[name]).join(", ")}`);
    assert.equal(checks.filter(({ result }) => result === "skipped").length, missing.length);
    // A failure is a failure, whatever is missing.
    assert.equal(reader.read(ios, { ...expectations, roots: [] }).report.valid, false);
  }
  const { bundleIdentifier, environments } = all;
  const server = { roots: [root], bundleIdentifier, environments, notChecked: ["version", "device"] };
  assert.equal(reader.read(ios, server).report.valid, true);
  assert.equal(reader.read(ios, { ...server, bundleIdentifier: "com.example.other" }).report.valid, false);
  assert.equal(reader.read(ios, { ...server, notChecked: ["device"] }).report.valid, null);
  assert.equal(reader.read(read("Examples/Receipts/xcode.b64"), {}).report.reason, undefined);
});

test("Every forgery is refused with its error, every odd receipt accepted", () => {
  const { caller, receipts } = JSON.parse(readFileSync(join(project, "Tests/Fixtures/Forgeries/manifest.json")));
  let refusals = 0;
  for (const { id, file, generate, verdict, error, expect } of receipts) {
    const bytes = file ? read(`Tests/Fixtures/Forgeries/${file}`) : generated(generate);
    const expected = { ...caller, ...expect };
    const { report } = reader.read(bytes, {
      at: new Date(expected.now), bundleIdentifier: expected.bundleIdentifier, version: expected.version,
      devices: [expected.deviceIdentifierHex], environments: expected.environments,
      roots: [read(join("Tests/Fixtures/Forgeries", expected.root))], allowsXcode: expected.allowsXcode ?? false,
      xcodeCertificates: (expected.xcodeCertificates ?? []).map((path) => read(join("Tests/Fixtures/Forgeries", path))),
    });
    const failed = report.checks.find(({ result }) => result === "failed");
    assert.equal(report.valid, verdict === "accept", id);
    // The manifest names the rule of DER too, which here is in the message.
    const [check, code] = error?.split(".") ?? [];
    assert.deepEqual([failed?.check, failed?.code], [check, code], id);
    refusals += report.valid ? 0 : 1;
  }
  assert.ok(refusals > 190 && receipts.length - refusals >= 17);
});

/** A large forgery from its recipe: see Tests/Fixtures/README.md. */
function generated(parts) {
  return Buffer.concat(parts.flatMap(({ hex, count = 1, counterOffset }) => Array.from({ length: count }, (_, number) => {
    const copy = Buffer.from(hex, "hex");
    if (counterOffset !== undefined) copy.writeUInt16BE(number, counterOffset);
    return copy;
  })));
}

test("Every proper prefix is refused, as the native tool refuses it", () => {
  const base64 = read("Examples/Receipts/xcode.b64");
  const end = base64.findLastIndex((byte) => byte > 0x20 && byte !== "=".charCodeAt(0)) + 1;
  for (const [bytes, count, step] of [[ios, ios.length, 101], [base64, end, 97]]) {
    for (let length = 0; length < count; length++) {
      const prefix = bytes.subarray(0, length);
      const answer = reader.read(prefix, { at: new Date(at) });
      assert.equal(answer.receipt, undefined, `${length}`);
      assert.equal(answer.report.valid, false, `${length}`);
      if (length % step === 0) assert.deepEqual(answer.report, reported(prefix, {}, ["--at", at]), `${length}`);
    }
  }
});

test("No byte can be changed unnoticed", () => {
  for (let place = 0; place < ios.length; place++) {
    const changed = ios.slice();
    changed[place] ^= 1 << place % 8;
    assert.equal(reader.read(changed, { roots: [root] }).report.valid, false, `${place}`);
  }
});

test("Garbage is refused, never a trap", () => {
  const next = random(0x5EED);
  for (let round = 0; round < 20_000; round++) {
    const bytes = Uint8Array.from({ length: next() % 64 }, () => next());
    if (round % 2 === 0) bytes.set([0x30, 0x80].slice(0, bytes.length));
    assert.equal(reader.read(bytes).report.valid, false);
  }
  for (let round = 0; round < 2000; round++) {
    const bytes = ios.slice();
    for (let count = next() % 8 + 1; count > 0; count--) bytes[next() % bytes.length] = next();
    reader.read(bytes, { roots: [root] });
  }
});

test("Texts with any character come back as they are", () => {
  const place = Buffer.from(ios).indexOf("com.example.app");
  const texts = Array.from({ length: 0x80 }, (_, code) => `a${String.fromCharCode(code)}b\\"${"·".repeat(5)}`);
  for (const text of [...texts, "\u{7F}\u{80}\u{9F}\u{2028}\u{2029}\u{202E}a", "\u{1F9FE}é\\n\\u0000a", "</script>\"\"\"\"\"\""]) {
    const bytes = ios.slice();
    const characters = new TextEncoder().encode(text);
    assert.equal(characters.length, 15, text);
    bytes.set(characters, place);
    assert.equal(reader.read(bytes).receipt.bundleIdentifier, text);
  }
});

test("Numbers that JavaScript would round are texts", () => {
  const { receipt } = reader.read(read("Tests/Fixtures/Receipts/every-field.p7"));
  const { show } = JSON.parse(readFileSync(join(project, "Tests/Fixtures/Receipts/every-field.json"), "utf8")
    .replace(/: (-?\d{16,})/g, ': "$1"'));
  const large = Object.entries(show).filter(([, value]) => typeof value === "string" && /^\d{16,}$/.test(value));
  assert.ok(large.length > 0);
  for (const [key, value] of large) assert.equal(receipt[key], value);
});

test("A cancellation date that cannot be read cancels all the same", () => {
  const { receipt } = reader.read(read("Tests/Fixtures/Receipts/date-forms.p7"));
  const last = receipt.inApp.at(-1);
  assert.equal(last.cancellationDate, undefined);
  assert.equal(last.isCancelled, true);
  assert.equal(receipt.inApp[0].isCancelled, false);
});

test("A question that is not understood is not answered", () => {
  for (const [expectations, message] of [
    [{ bundleID: "com.example.app" }, /'bundleID' is not an expectation/],
    [{ notChecked: ["bundle-id"] }, /'bundle-id' cannot be excluded/],
    [{ notChecked: ["environment"] }, /'environment' cannot be excluded/],
    [{ notChecked: ["device"], devices: ["02:00:5e:10:20:30"] }, /'device' is both expected and not checked/],
    [{ notChecked: ["version"], version: "1" }, /'version' is both expected and not checked/],
    [{ devices: ["iPhone"] }, /'iPhone' is neither a MAC address nor a UUID/],
    [{ roots: [Uint8Array.of(0x30, 0x00)] }, /a root can't be trusted: malformed certificate/],
    // A value that is no string could be several, or print itself as a line of its own.
    [{ bundleIdentifier: ["com.example.app\nallow-xcode"] }, /'bundle-id' has to be a string/],
    [{ version: { toString: () => "1" } }, /'version' has to be a string/],
    [{ environments: [["Production"]] }, /'environment' has to be a string/],
    [{ roots: ["3082"] }, /'root' has to be a Uint8Array/],
  ]) assert.throws(() => reader.read(ios, expectations), { name: "RangeError", message });
  for (const [question, message] of [
    ["", "'at' is missing"], [line("at", "yesterday"), "'yesterday' is not a date"],
    [line("at", at) + line("bundle-idx", "com.example.app"), "'bundle-idx' is not an expectation"],
    [line("at", at) + line("bundle-id", "a") + line("bundle-id", "b"), "duplicate 'bundle-id'"],
    ["at 3g\n", "a value is not in hexadecimal"], ["root 300\n", "a value is not in hexadecimal"],
    ["bundle-id com.example.app\n", "a value is not in hexadecimal"],
  ]) assert.deepEqual(ask(instance(), question, ios), { misunderstanding: message });
});

test("No value becomes another line", () => {
  const version = "1\nallow-xcode";
  const { checks } = reader.read(ios, { bundleIdentifier: "com.example.app", version, roots: [root] }).report;
  const failed = checks.find(({ check }) => check === "appVersion");
  assert.equal(failed.result, "failed");
});

const line = (name, value) => `${name} ${Buffer.from(value).toString("hex")}\n`;

const instance = () => new WebAssembly.Instance(new WebAssembly.Module(wasm), {}).exports;

/** Calls the module without the class around it. */
function ask({ memory, allocate, release, answer }, question, bytes) {
  const [first, second] = [new TextEncoder().encode(question), bytes].map((bytes) => {
    const place = allocate(bytes.length);
    new Uint8Array(memory.buffer, place).set(bytes);
    return [place, bytes.length];
  });
  const place = answer(...first, ...second);
  const length = new DataView(memory.buffer).getUint32(place, true);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(memory.buffer, place + 4, length));
  [first[0], second[0], place].forEach(release);
  return JSON.parse(text);
}

test("Memory is given back", () => {
  const exports = instance();
  const question = line("at", at) + line("bundle-id", "com.example.app") + line("root", root);
  const sizes = Array.from({ length: 400 }, () => {
    assert.equal(ask(exports, question, ios).report.valid, null);
    return exports.memory.buffer.byteLength;
  });
  assert.equal(sizes.at(-1), sizes[5]);
});

test("An input of more than the limit is refused", () => {
  const { checks } = reader.read(new Uint8Array(33 << 20).fill(0x30)).report;
  assert.equal(checks[0].code, "hexadecimal");  // the digit 0, again and again
  const large = new Uint8Array((32 << 20) + 1);
  large.set([0x30, 0x84, 0x02, 0x00, 0x00, 0x00]);
  assert.equal(reader.read(large).report.checks[0].code, "tooLarge");
  assert.throws(() => reader.read(new Uint8Array((64 << 20) + 1)), { name: "RangeError" });
});

const corpus = process.env.RECEIPT_CORPUS;
test("Real receipts: what the native tool says", { skip: corpus ? false : "RECEIPT_CORPUS is not set" }, () => {
  const files = readdirSync(join(corpus, "receipts/files"));
  let valid = 0;
  for (const file of files) {
    const bytes = new Uint8Array(readFileSync(join(corpus, "receipts/files", file)));
    valid += compare(bytes, {}, [], file).report.valid === null ? 1 : 0;
    // A root of one's own is in place of Apple's, not beside it.
    assert.equal(reader.read(bytes, { roots: [root] }).report.valid, false, file);
  }
  assert.ok(valid > 0);
});
