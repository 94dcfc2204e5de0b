// The WebAssembly module, as JavaScript sees it. Runs in pages, in workers and in Node.

import { hexadecimalCodes } from "./encoding.js";

/** Reads and checks App Store receipts; `load` makes one. */
export class ReceiptReader {
  #module;
  #exports;

  /**
   * @param {BufferSource} bytes the module, as the build script makes it.
   * @returns {Promise<ReceiptReader>}
   */
  static async load(bytes) {
    const reader = new ReceiptReader();
    reader.#module = await WebAssembly.compile(bytes);
    return reader;
  }

  /**
   * Reads a receipt, as it is or in Base64, and checks it.
   *
   * @param {Uint8Array} bytes the receipt.
   * @param {object} expectations what is expected: `bundleIdentifier`, `version`, `environments`, `devices` (MAC
   *   addresses or UUIDs), `roots` (certificates in DER to trust in place of Apple's), `allowsXcode`,
   *   `xcodeCertificates` (a team's own for StoreKit testing, in DER), and `at`, the time by which it must not have
   *   expired. `notChecked` is an array with "version", "device" or both: what to leave out on purpose.
   * @returns {object} `form` and `receipt` unless it is no receipt, and always `report`: see the README. `report.valid`
   *   is true, false, or null if an expectation is missing, and `report.reason` then says which.
   * @throws {RangeError} when the expectations are not understood, or the file is too large to be a receipt.
   */
  read(bytes, expectations = {}) {
    return this.#ask("answer", ReceiptReader.#question(expectations), bytes);
  }

  /**
   * Looks into a file, which need not be a receipt.
   *
   * @param {Uint8Array} bytes the file.
   * @param {object} question what to say about it: `ask` and its parameters, texts, numbers or Uint8Arrays. The table
   *   is in Sources/Module/Inspection.swift.
   * @returns {object} the answer.
   * @throws {RangeError} when the question is not understood, or the file is too large to be a receipt.
   */
  inspect(bytes, question) {
    const text = new TextEncoder();
    const lines = Object.entries(question).flatMap(([name, value]) => [value].flat().map((value) =>
      [name, value instanceof Uint8Array ? value : text.encode(String(value))]));
    return this.#ask("inspect", ReceiptReader.#lines(lines), bytes);
  }

  static maximumLength = 64 << 20;

  #ask(name, question, bytes) {
    // Base64 of the largest receipt that is read, with line breaks, has less.
    if (bytes.length > ReceiptReader.maximumLength) throw new RangeError("The file is too large to be a receipt.");
    // No import: the module can compute and do nothing else.
    if (!this.#exports) {
      this.#exports = new WebAssembly.Instance(this.#module, {}).exports;
      this.#exports.seed(...crypto.getRandomValues(new BigUint64Array(2)));
    }
    const { memory, allocate, release, [name]: called } = this.#exports;
    const pass = (bytes) => {
      const place = allocate(bytes.length);
      new Uint8Array(memory.buffer, place).set(bytes);
      return place;
    };
    let text;
    try {
      const [first, second] = [pass(question), pass(bytes)];
      const place = called(first, question.length, second, bytes.length);
      const length = new DataView(memory.buffer).getUint32(place, true);
      text = new TextDecoder().decode(new Uint8Array(memory.buffer, place + 4, length));
      [first, second, place].forEach(release);
    } catch (error) {
      // Whatever state a trap has left is not to be used again.
      this.#exports = undefined;
      throw error;
    }
    const answer = JSON.parse(text);
    if ("misunderstanding" in answer) throw new RangeError(answer.misunderstanding);
    return answer;
  }

  static #question(expectations) {
    const { bundleIdentifier, version, environments = [], devices = [], roots = [], allowsXcode = false,
      xcodeCertificates = [], notChecked = [], at = new Date(), ...unknown } = expectations;
    const [name] = Object.keys(unknown);
    if (name !== undefined) throw new RangeError(`'${name}' is not an expectation`);
    const text = new TextEncoder();
    const lines = [
      ["at", at.toISOString()],
      ...(bundleIdentifier === undefined ? [] : [["bundle-id", bundleIdentifier]]),
      ...(version === undefined ? [] : [["version", version]]),
      ...environments.map((environment) => ["environment", environment]),
      ...devices.map((device) => ["device", device]),
      ...notChecked.map((check) => ["not-checked", check]),
      ...roots.map((root) => ["root", root]),
      ...(allowsXcode ? [["allow-xcode", ""]] : []),
      ...xcodeCertificates.map((certificate) => ["xcode-certificate", certificate]),
    ];
    return this.#lines(lines.map(([name, value]) => {
      const isCertificate = name === "root" || name === "xcode-certificate";
      if (isCertificate ? !(value instanceof Uint8Array) : typeof value !== "string") {
        throw new RangeError(`'${name}' has to be ${isCertificate ? "a Uint8Array" : "a string"}`);
      }
      return [name, isCertificate ? value : text.encode(value)];
    }));
  }

  /** All values in hexadecimal, so that none can become another line. */
  static #lines(lines) {
    const text = new TextEncoder();
    const pieces = lines.flatMap(([name, value]) =>
      [text.encode(`${name} `), hexadecimalCodes(value), text.encode("\n")]);
    const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let place = 0;
    for (const piece of pieces) {
      bytes.set(piece, place);
      place += piece.length;
    }
    return bytes;
  }
}
