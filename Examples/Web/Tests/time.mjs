// How long it takes to read and check a receipt: the first time, and the median once warm.

import { ReceiptReader } from "../Page/reader.js";
import { read, testRoot, wasm } from "./support.mjs";

const [bytes, expectations] = [read("Examples/Receipts/ios.p7"), { roots: [read(testRoot)] }];
const loading = performance.now();
const reader = await ReceiptReader.load(wasm);
const times = Array.from({ length: 1001 }, () => {
  const start = performance.now();
  if (reader.read(bytes, expectations).report.valid === false) throw new Error("not valid");
  return performance.now() - start;
});
const show = (name, milliseconds) => console.log(`${name} ${milliseconds.toFixed(2)} ms`);
show("load and compile", performance.now() - loading - times.reduce((sum, time) => sum + time));
show("first", times[0]);
show("median of the last 500", times.slice(-500).sort((one, other) => one - other)[250]);
