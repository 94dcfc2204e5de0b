// The module in the page is the one that was built.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { fromBase64 } from "../Page/encoding.js";
import { decompress } from "../Page/lzma.js";
import { built, wasm } from "./support.mjs";

const page = readFileSync(join(built, "receipt.html"), "utf8");
const [, text] = /id="module">([^<]*)</.exec(page);

test("The page's module is the one that was built", (context) => {
  const compressed = fromBase64(text);
  const start = performance.now();
  const module = decompress(compressed);
  context.diagnostic(`${compressed.length} to ${module.length} bytes in ${Math.round(performance.now() - start)} ms`);
  assert.ok(Buffer.from(module).equals(wasm));
});

test("The page is one file of less than 900 kB, or 350 kB with gzip", () => {
  assert.ok(Buffer.byteLength(page) < 900_000, `${Buffer.byteLength(page)}`);
  const { length } = gzipSync(page, { level: 9 });
  assert.ok(length < 350_000, `${length}`);
});
