// Finds a place in a file: by the name of a part, however deep, by its text, by bytes or by offset.

/**
 * The offset of the next place after another, from the beginning again after the end.
 *
 * @param {string} text `@330` and `0x14a` are offsets, `0c 0f` is two bytes, anything else is text.
 * @param {Uint8Array} bytes the file.
 * @param {(text: string, after: number) => Promise<number | undefined>} locateName where the next part with a name begins.
 * @param {number} after the offset that was found before; -1 for the first.
 */
export async function find(text, bytes, locateName, after) {
  const wanted = text.trim();
  if (wanted === "") return undefined;
  const offset = /^(?:@(\d+)|(0x[0-9a-f]+))$/i.exec(wanted);
  if (offset) {
    const place = Number(offset[1] ?? offset[2]);
    return place < bytes.length ? place : undefined;
  }
  const pattern = pairs(wanted) ?? new TextEncoder().encode(wanted);
  for (const last of [after, -1]) {
    const candidates = [await locateName(wanted, last), locate(pattern, bytes, last + 1)]
      .filter((offset) => offset !== undefined);
    if (candidates.length > 0) return Math.min(...candidates);
  }
  return undefined;
}

/** Bytes in hexadecimal, with a space after each. */
function pairs(text) {
  if (!/^[0-9a-f]{2}( [0-9a-f]{2})*$/i.test(text)) return undefined;
  return Uint8Array.from(text.split(" "), (pair) => parseInt(pair, 16));
}

/** Where some bytes are, from a place on. */
function locate(pattern, bytes, start) {
  for (let from = start; ; from++) {
    from = bytes.indexOf(pattern[0], from);
    if (from < 0 || from + pattern.length > bytes.length) return undefined;
    if (pattern.every((byte, index) => bytes[from + index] === byte)) return from;
  }
}
