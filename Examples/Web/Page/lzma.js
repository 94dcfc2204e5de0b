// Decompresses LZMA, which makes the module a third smaller than the gzip that browsers know. The names are those of the
// LZMA specification.

/** Probabilities of bits, all even at first. */
const probabilities = (count) => new Uint16Array(count).fill(1024);

/** Bits by their probabilities. */
class RangeDecoder {
  #input;
  #position;
  #range = 0xFFFFFFFF;
  #code = 0;

  constructor(input, position) {
    this.#input = input;
    this.#position = position + 1; // the first byte is always 0
    for (let count = 0; count < 4; count++) this.#code = (this.#code << 8 | this.#next()) >>> 0;
  }

  #next() {
    return this.#input[this.#position++];
  }

  #normalize() {
    if (this.#range >= 0x1000000) return;
    this.#range = this.#range << 8 >>> 0;
    this.#code = (this.#code << 8 | this.#next()) >>> 0;
  }

  bit(probabilities, index) {
    const probability = probabilities[index];
    const bound = (this.#range >>> 11) * probability;
    const isZero = this.#code < bound;
    if (isZero) {
      this.#range = bound;
      probabilities[index] = probability + (2048 - probability >> 5);
    } else {
      this.#range -= bound;
      this.#code -= bound;
      probabilities[index] = probability - (probability >> 5);
    }
    this.#normalize();
    return isZero ? 0 : 1;
  }

  directBits(count) {
    let value = 0;
    for (; count > 0; count--) {
      this.#range >>>= 1;
      const isOne = this.#code >= this.#range;
      if (isOne) this.#code -= this.#range;
      this.#normalize();
      value = value << 1 | (isOne ? 1 : 0);
    }
    return value;
  }

  tree(probabilities, bits, start = 0) {
    let symbol = 1;
    for (let count = 0; count < bits; count++) symbol = symbol << 1 | this.bit(probabilities, start + symbol);
    return symbol - (1 << bits);
  }

  reverseTree(probabilities, bits, start = 0) {
    let symbol = 1;
    let value = 0;
    for (let place = 0; place < bits; place++) {
      const bit = this.bit(probabilities, start + symbol);
      symbol = symbol << 1 | bit;
      value |= bit << place;
    }
    return value;
  }
}

class LengthDecoder {
  #choice = probabilities(2);
  #low = probabilities(16 << 3);
  #middle = probabilities(16 << 3);
  #high = probabilities(256);

  decode(range, positionState) {
    if (range.bit(this.#choice, 0) === 0) return 2 + range.tree(this.#low, 3, positionState << 3);
    if (range.bit(this.#choice, 1) === 0) return 10 + range.tree(this.#middle, 3, positionState << 3);
    return 18 + range.tree(this.#high, 8);
  }
}

/** The distances of matches. */
class DistanceDecoder {
  #slots = probabilities(4 << 6);
  #special = probabilities(115);
  #align = probabilities(16);

  decode(range, length) {
    const slot = range.tree(this.#slots, 6, Math.min(length - 2, 3) << 6);
    if (slot < 4) return slot;
    const directBits = (slot >> 1) - 1;
    const base = (2 | slot & 1) << directBits >>> 0;
    if (slot < 14) return base + range.reverseTree(this.#special, directBits, base - slot);
    return base + range.directBits(directBits - 4) * 16 + range.reverseTree(this.#align, 4);
  }
}

/** The bytes that are no matches, each by the one before it. */
class LiteralDecoder {
  #probabilities;
  #lc;
  #lp;

  constructor(lc, lp) {
    [this.#lc, this.#lp] = [lc, lp];
    this.#probabilities = probabilities(0x300 << lc + lp);
  }

  /** @param {number | undefined} match the byte at the last distance, after a match. */
  decode(range, position, previous, match) {
    const start = 0x300 * (((position & (1 << this.#lp) - 1) << this.#lc) + (previous >> 8 - this.#lc));
    let symbol = 1;
    if (match !== undefined) {
      // As long as the bits are those of the match, they say more about the next one.
      for (let expected = match; symbol < 0x100; expected <<= 1) {
        const matched = expected >> 7 & 1;
        const bit = range.bit(this.#probabilities, start + (1 + matched << 8) + symbol);
        symbol = symbol << 1 | bit;
        if (bit !== matched) break;
      }
    }
    while (symbol < 0x100) symbol = symbol << 1 | range.bit(this.#probabilities, start + symbol);
    return symbol;
  }
}

/** @param {Uint8Array} input a file of the format of `.lzma`, whose header has the size of the contents. */
export function decompress(input) {
  const [lc, lp, pb] = [input[0] % 9, Math.floor(input[0] / 9) % 5, Math.floor(input[0] / 45)];
  const output = new Uint8Array(new DataView(input.buffer, input.byteOffset).getUint32(5, true));
  const range = new RangeDecoder(input, 13);
  const [isMatch, isRepeat0Long] = [probabilities(12 << 4), probabilities(12 << 4)];
  const [isRepeat, isRepeat0, isRepeat1, isRepeat2] = Array.from({ length: 4 }, () => probabilities(12));
  const [literals, distances] = [new LiteralDecoder(lc, lp), new DistanceDecoder()];
  const [lengths, repeatedLengths] = [new LengthDecoder(), new LengthDecoder()];
  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  for (let position = 0; position < output.length;) {
    const positionState = position & (1 << pb) - 1;
    const index = (state << 4) + positionState;
    if (range.bit(isMatch, index) === 0) {
      const match = state < 7 ? undefined : output[position - rep0 - 1];
      output[position] = literals.decode(range, position, output[position - 1] ?? 0, match);
      position += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length;
    if (range.bit(isRepeat, state) === 0) {
      length = lengths.decode(range, positionState);
      [rep0, rep1, rep2, rep3] = [distances.decode(range, length), rep0, rep1, rep2];
      state = state < 7 ? 7 : 10;
    } else {
      let isShort = false;
      if (range.bit(isRepeat0, state) === 0) isShort = range.bit(isRepeat0Long, index) === 0;
      else if (range.bit(isRepeat1, state) === 0) [rep0, rep1] = [rep1, rep0];
      else if (range.bit(isRepeat2, state) === 0) [rep0, rep1, rep2] = [rep2, rep0, rep1];
      else [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      length = isShort ? 1 : repeatedLengths.decode(range, positionState);
      state = state < 7 ? isShort ? 9 : 8 : 11;
    }
    for (; length > 0; length--, position++) output[position] = output[position - rep0 - 1];
  }
  return output;
}
