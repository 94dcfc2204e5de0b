// A list of any length of which only what is visible is in the document.

/** What browsers can lay out for sure; a receipt of 32 MB has more rows of bytes than that. */
const tallest = 8_000_000;

/** Rows of one height in an element that scrolls. */
export class Rows {
  #scroller;
  #height;
  #render;
  #canvas = document.createElement("div");
  #count = 0;
  #shown = new Map();

  /**
   * @param {HTMLElement} scroller what scrolls; its height is given by its style.
   * @param {number} height of each row, in pixels.
   * @param {(index: number) => HTMLElement} render makes a row.
   */
  constructor(scroller, height, render) {
    this.#scroller = scroller;
    this.#height = height;
    this.#render = render;
    this.#canvas.className = "canvas";
    this.#canvas.setAttribute("role", "presentation");
    scroller.append(this.#canvas);
    scroller.addEventListener("scroll", () => this.#update(), { passive: true });
    new ResizeObserver(() => this.#update()).observe(scroller);
  }

  get count() {
    return this.#count;
  }

  /** Shows a list anew, with so many rows. */
  reset(count) {
    this.#count = count;
    this.#canvas.style.height = `${Math.min(count * this.#height, tallest)}px`;
    this.refresh();
  }

  /** Makes the visible rows anew. */
  refresh() {
    this.#shown.clear();
    this.#canvas.replaceChildren();
    this.#update();
  }

  /** The rows that are in the document, with their elements. */
  get shown() {
    return this.#shown;
  }

  /** How many rows fit. */
  get page() {
    return Math.max(1, Math.floor(this.#scroller.clientHeight / this.#height));
  }

  /** Scrolls as little as needed to show a row, with some around it if it was out of sight. */
  reveal(index) {
    const [top, view] = [this.#top, this.#scroller.clientHeight];
    const start = index * this.#height;
    const end = start + this.#height;
    const isFar = end < top || start > top + view;
    if (isFar) this.#top = start - view / 3;
    else if (start < top) this.#top = start;
    else if (end > top + view) this.#top = end - view;
    this.#update();
  }

  /** How much farther the rows move than the bar: 1 unless they are taller than can be laid out. */
  get #scale() {
    const [whole, view] = [this.#count * this.#height, this.#scroller.clientHeight];
    return whole <= tallest ? 1 : (whole - view) / (tallest - view);
  }

  get #top() {
    return this.#scroller.scrollTop * this.#scale;
  }

  set #top(top) {
    this.#scroller.scrollTop = top / this.#scale;
  }

  #update() {
    const view = this.#scroller.clientHeight;
    if (view === 0) return; // not visible
    const top = this.#top;
    const first = Math.max(0, Math.floor(top / this.#height) - 2);
    const end = Math.min(this.#count, Math.ceil((top + view) / this.#height) + 2);
    for (const [index, row] of this.#shown) {
      if (index >= first && index < end) continue;
      row.remove();
      this.#shown.delete(index);
    }
    const shift = this.#scroller.scrollTop - top;
    const added = [];
    for (let index = first; index < end; index++) {
      let row = this.#shown.get(index);
      if (!row) {
        row = this.#render(index);
        this.#shown.set(index, row);
        added.push(row);
      }
      row.style.transform = `translateY(${index * this.#height + shift}px)`;
    }
    this.#canvas.append(...added);
  }
}
