// What the tests share. The environment says where the module and the native tool are: see .ci/web.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const project = fileURLToPath(new URL("../../..", import.meta.url));
export const built = join(project, "Examples/Web/.build");
export const read = (path) => new Uint8Array(readFileSync(join(project, path)));
export const wasm = readFileSync(join(built, "receipt.wasm"));
export const testRoot = "Tests/Fixtures/authority/root.cer";

/** What the native tool prints as JSON. Numbers that JavaScript would round become texts, as in the module's answers. */
export function tool(command, bytes, options = []) {
  const { stdout, stderr, error } = spawnSync(process.env.RECEIPT_TOOL, [command, "--json", ...options, "-"], {
    input: bytes, cwd: project, maxBuffer: 1 << 28, encoding: "utf8",
  });
  if (error) throw error;
  if (stdout === "") return { refused: stderr };
  return JSON.parse(stdout.replace(/: (-?\d{16,})(?=,?\n)/g, (all, digits) =>
    Number.isSafeInteger(Number(digits)) ? all : `: "${digits}"`));
}

/** Pseudorandom numbers from 0 to 2³²−1, the same each time (xorshift). */
export function random(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
