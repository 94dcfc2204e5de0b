// What the module brings along in place of a C library, linked alone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { built, random } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "runtime-"));
const file = join(folder, "runtime.wasm");
execFileSync("wasm-ld", ["--no-entry", "--stack-first", "--wrap=free", "--export=posix_memalign", "--export=__wrap_free",
  "--export=memcmp", "--export=__multi3", "-o", file, join(built, "Runtime.o")]);
const module = new WebAssembly.Module(readFileSync(file));
rmSync(folder, { recursive: true });

const start = () => new WebAssembly.Instance(module, {}).exports;

/** A block, or the trap. */
function allocate({ memory, posix_memalign }, size) {
  assert.equal(posix_memalign(16, 16, size), 0); // what is below the stack's end is nobody's
  return new DataView(memory.buffer).getUint32(16, true);
}

test("Products of 128 bits are those of BigInt", () => {
  const exports = start();
  const next = random(7);
  const edges = [0n, 1n, 2n, 0xFFFF_FFFFn, 0x1_0000_0000n, 0x1_0000_0001n, (1n << 63n), (1n << 64n) - 1n, (1n << 64n) - 2n];
  const word = () => edges[next() % 14] ?? BigInt(next()) << 32n | BigInt(next());
  for (let round = 0; round < 50_000; round++) {
    const [a0, a1, b0, b1] = [word(), word(), word(), word()];
    exports.__multi3(16, a0, a1, b0, b1);
    const view = new DataView(exports.memory.buffer);
    const product = view.getBigUint64(16, true) | view.getBigUint64(24, true) << 64n;
    assert.equal(product, BigInt.asUintN(128, (a0 | a1 << 64n) * (b0 | b1 << 64n)), `${a0} ${a1} ${b0} ${b1}`);
  }
});

test("Blocks are aligned, apart from each other, and keep what is in them", () => {
  const exports = start();
  const next = random(11);
  const blocks = [];
  const check = ({ place, size, mark }) => {
    assert.ok(new Uint8Array(exports.memory.buffer, place, size).every((byte) => byte === mark));
  };
  for (let round = 0; round < 20_000; round++) {
    if (next() % 2 === 0 || blocks.length === 0) {
      const size = next() % 100 === 0 ? next() % 300_000 : next() % (1 << next() % 12 + 1);
      const place = allocate(exports, size);
      assert.ok(place > 0 && place % 16 === 0 && place + size <= exports.memory.buffer.byteLength);
      const mark = round % 251;
      new Uint8Array(exports.memory.buffer, place, size).fill(mark);
      blocks.push({ place, size, mark });
    } else {
      const [block] = blocks.splice(next() % blocks.length, 1);
      check(block);
      exports.__wrap_free(block.place);
    }
  }
  blocks.forEach(check);
});

test("What is given back is used again", () => {
  const exports = start();
  const sizes = new Set();
  for (let round = 0; round < 10_000; round++) {
    const places = [1, 100, 5000, 70_000].map((size) => allocate(exports, size));
    places.forEach((place) => exports.__wrap_free(place));
    sizes.add(exports.memory.buffer.byteLength);
  }
  exports.__wrap_free(0);
  assert.ok(sizes.size <= 1, [...sizes].join());
});

test("Memory that the host does not have is a trap, not address 0", () => {
  const exports = start();
  assert.throws(() => allocate(exports, 0x4000_0001), WebAssembly.RuntimeError);
  assert.throws(() => { for (;;) allocate(exports, 0x2000_0000); }, WebAssembly.RuntimeError);
});

test("Bytes are compared as memcmp does", () => {
  const { memory, memcmp } = start();
  const bytes = new Uint8Array(memory.buffer);
  bytes.set([1, 2, 0xFF, 1, 2, 0x7F], 16);
  assert.equal(memcmp(16, 19, 0), 0);
  assert.equal(memcmp(16, 19, 2), 0);
  assert.ok(memcmp(16, 19, 3) > 0);
  assert.ok(memcmp(19, 16, 3) < 0);
});
