// The views as tabs, each with an address: "#anatomy", or "#anatomy@330" for a byte.

import { element } from "./elements.js";

export class Tabs {
  #names;
  #timer;

  /** Called with the name of the view that is now shown, and with the byte that its address names. */
  onShow = () => {};

  constructor() {
    this.#names = [...element("tabs").children].map(({ id }) => id.replace("tab-", ""));
    for (const name of this.#names) this.#tab(name).addEventListener("click", () => this.go(name));
    element("tabs").addEventListener("keydown", (event) => this.#press(event));
    addEventListener("hashchange", () => this.#follow());
  }

  /** The view that is shown. */
  get name() {
    const [, name] = /^#(\w+)/.exec(location.hash) ?? [];
    return this.#names.includes(name) ? name : this.#names[0];
  }

  /** The byte that the address names. */
  get byte() {
    const [, byte] = /@(\d+)$/.exec(location.hash) ?? [];
    return byte === undefined ? undefined : Number(byte);
  }

  /** Shows a view. */
  go(name) {
    if (this.name === name) this.#follow(); else location.hash = name;
  }

  /** Notes a byte in the address, once the arrow keys rest: browsers refuse to note many a second. */
  note(byte) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.name === "anatomy") history.replaceState(null, "", `#anatomy@${byte}`);
    }, 300);
  }

  /** Forgets the byte: another file is shown. */
  forget() {
    clearTimeout(this.#timer);
    if (this.byte !== undefined) history.replaceState(null, "", `#${this.name}`);
  }

  /** Shows the view of the address. */
  show() {
    for (const name of this.#names) {
      const isShown = name === this.name;
      this.#tab(name).setAttribute("aria-selected", isShown);
      this.#tab(name).tabIndex = isShown ? 0 : -1;
      element(`view-${name}`).hidden = !isShown;
    }
    document.body.dataset.view = this.name;
    this.#tab(this.name).scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #follow() {
    clearTimeout(this.#timer);
    this.show();
    this.onShow(this.name, this.byte);
  }

  #tab(name) {
    return element(`tab-${name}`);
  }

  #press(event) {
    const index = this.#names.indexOf(this.name);
    const last = this.#names.length - 1;
    const to = {
      ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1, Home: 0, End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(this.#names[to]);
    this.#tab(this.#names[to]).focus();
  }
}
