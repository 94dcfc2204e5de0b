// The bytes in hexadecimal and as ASCII, sixteen in a row, eight where there is less room. A row is three texts of one
// width for each character; what is marked lies below them, so that scrolling makes few elements.

import { hasMoved } from "./actions.js";
import { make } from "./elements.js";
import { Rows } from "./rows.js";

export class Bytes {
  #host;
  #rowHeight;
  #rows;
  #bytes = new Uint8Array();
  #perRow = 16;
  #fixed = [];
  #marks = [];
  #cursor;
  #count = 0;

  /** Called with the offset of a byte that was picked. */
  onPick = () => {};

  /** Called with the offset of the byte below the pointer, and with undefined when there is none. */
  onHover = () => {};

  constructor(host, rowHeight) {
    this.#host = host;
    this.#rowHeight = rowHeight;
    this.#rows = new Rows(host, rowHeight, (index) => this.#row(index));
    host.addEventListener("click", (event) => this.#pick(this.#offsetAt(event)));
    host.addEventListener("keydown", (event) => this.#press(event));
    host.addEventListener("pointermove", (event) => {
      if (hasMoved(event)) this.onHover(this.#offsetAt(event));
    });
    host.addEventListener("pointerleave", () => this.onHover(undefined));
    new ResizeObserver(() => this.#fit()).observe(host);
  }

  /**
   * Shows some bytes from the top.
   *
   * @param {Uint8Array} bytes
   * @param {{ kind: string, start: number, end: number }[][]} marks what stays marked: lists in order of the bytes. A
   *   mark after the last byte marks the one that is missing.
   */
  show(bytes, marks) {
    [this.#bytes, this.#fixed, this.#marks, this.#cursor] = [bytes, marks, [], undefined];
    this.#host.scrollTop = 0;
    this.#count = bytes.length + (marks.flat().some(({ start }) => start === bytes.length) ? 1 : 0);
    this.#rows.reset(Math.ceil(this.#count / this.#perRow));
  }

  /** Marks what is selected or pointed at, in place of what was. */
  mark(marks) {
    this.#marks = marks;
    for (const [index, row] of this.#rows.shown) this.#markRow(row, index);
  }

  /** Shows a byte, and continues from there with the arrow keys. */
  reveal(offset) {
    this.#cursor = offset;
    this.#rows.reveal(Math.floor(offset / this.#perRow));
    this.mark(this.#marks);
  }

  get #digits() {
    return Math.max(4, (this.#bytes.length - 1).toString(16).length);
  }

  /** As many bytes in a row as fit. */
  #fit() {
    const probe = make("span", "hexadecimal", "0".repeat(100));
    this.#host.append(probe);
    const width = probe.getBoundingClientRect().width / 100;
    probe.remove();
    if (width === 0) return; // not visible
    const perRow = this.#host.clientWidth >= (this.#digits + 16 * 4 + 8) * width ? 16 : 8;
    if (perRow === this.#perRow) return;
    const first = Math.floor(this.#host.scrollTop / this.#rowHeight) * this.#perRow;
    this.#perRow = perRow;
    this.#rows.reset(Math.ceil(this.#count / perRow));
    this.#rows.reveal(Math.floor((this.#cursor ?? first) / perRow));
  }

  #row(index) {
    const start = index * this.#perRow;
    const bytes = Array.from(this.#bytes.subarray(start, start + this.#perRow));
    if (bytes.length < Math.min(this.#perRow, this.#count - start)) bytes.push(undefined);
    const digits = bytes.map((byte, place) => (place === 8 ? " " : "") + hexadecimalPair(byte)).join(" ");
    const characters = bytes.map((byte) => byte > 0x20 && byte < 0x7F ? String.fromCharCode(byte) : "·").join("");
    const row = make("div", "bytes-row",
      make("span", "place", start.toString(16).padStart(this.#digits, "0")),
      make("span", "hexadecimal", digits), make("span", "characters", characters));
    this.#markRow(row, index);
    return row;
  }

  #markRow(row, index) {
    const start = index * this.#perRow;
    const end = Math.min(start + this.#perRow, this.#count);
    row.querySelectorAll("i").forEach((mark) => mark.remove());
    const [, digits, characters] = row.children;
    const cursor = this.#cursor === undefined ? [] : [{ kind: "cursor", start: this.#cursor, end: this.#cursor + 1 }];
    for (const mark of [...this.#fixed.flatMap((marks) => overlapping(marks, start, end)), ...this.#marks, ...cursor]) {
      const first = Math.max(mark.start, start) - start;
      const last = Math.min(mark.end, end) - start - 1;
      if (first > last) continue;
      digits.prepend(marked(mark.kind, this.#column(first), this.#column(last) + 2));
      characters.prepend(marked(mark.kind, first, last + 1));
    }
  }

  /** Where a byte's digits begin, in characters. */
  #column(place) {
    return 3 * place + (place >= 8 ? 1 : 0);
  }

  /** The byte that a pointer is on; undefined beside the bytes. */
  #offsetAt({ clientX, clientY }) {
    for (const [index, row] of this.#rows.shown) {
      const { top, bottom } = row.getBoundingClientRect();
      if (clientY < top || clientY >= bottom) continue;
      const start = index * this.#perRow;
      const length = Math.min(this.#perRow, this.#count - start);
      const [, digits, characters] = row.children;
      const [inDigits, inCharacters] = [digits, characters].map((part) => part.getBoundingClientRect());
      const width = inDigits.width / (this.#column(length - 1) + 2);
      const digit = (clientX - inDigits.left) / width;
      const character = Math.floor((clientX - inCharacters.left) / width);
      if (character >= 0 && character < length) return start + character;
      if (digit < 0) return undefined;
      // The gap belongs to the byte before it.
      const place = Math.floor((digit >= 24 ? digit - 1 : digit) / 3);
      return place < length ? start + place : undefined;
    }
  }

  #pick(offset) {
    if (offset !== undefined) this.onPick(offset);
  }

  #press(event) {
    if (this.#bytes.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { page } = this.#rows;
    const cursor = this.#cursor ?? 0;
    const to = {
      ArrowLeft: cursor - 1, ArrowRight: cursor + 1, ArrowUp: cursor - this.#perRow, ArrowDown: cursor + this.#perRow,
      PageUp: cursor - page * this.#perRow, PageDown: cursor + page * this.#perRow, Home: 0, End: this.#count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const offset = Math.min(Math.max(to, 0), this.#count - 1);
    this.reveal(offset);
    this.#pick(offset);
  }
}

const hexadecimalPair = (byte) => byte === undefined ? "  " : byte.toString(16).padStart(2, "0");

function marked(kind, start, end) {
  const mark = make("i", kind);
  mark.style.left = `${start}ch`;
  mark.style.width = `${end - start}ch`;
  return mark;
}

/** The marks in some bytes, by halving: a redacted receipt has ten thousands. */
function overlapping(marks, start, end) {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle].end <= start) low = middle + 1; else high = middle;
  }
  let last = low;
  while (last < marks.length && marks[last].start < end) last++;
  return marks.slice(low, last);
}
