// The engine's half of the page that computes: in a worker, so that the page never freezes.

import { fromBase64 } from "./encoding.js";
import { decompress } from "./lzma.js";
import { ReceiptReader } from "./reader.js";

let reader;
let bytes;
let isText = false;

const methods = {
  /** Takes the module, compressed. */
  async start(module) {
    reader = await ReceiptReader.load(decompress(module));
  },

  /** Takes a file, which all other questions are about. If it was decoded, the bytes that offsets count are in the answer. */
  open(file) {
    bytes = file;
    const { form, fault } = reader.inspect(bytes, { ask: "form" });
    isText = form?.isBase64 === true;
    if (!isText) return { form, fault };
    return { form, fault, decoded: fromBase64(reader.inspect(bytes, { ask: "decoded" }).base64) };
  },

  read(expectations) {
    return reader.read(bytes, expectations);
  },

  inspect(question) {
    const answer = reader.inspect(bytes, question);
    // The page wants files, not texts. A redacted text is one with the line breaks of the original.
    const file = (text, isText) => text === undefined ? undefined : isText ? new TextEncoder().encode(text) : fromBase64(text);
    return { ...answer, receipt: file(answer.receipt, isText), repaired: file(answer.repaired) };
  },
};

onmessage = async ({ data: { id, method, argument } }) => {
  try {
    postMessage({ id, answer: await methods[method](argument) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
};
