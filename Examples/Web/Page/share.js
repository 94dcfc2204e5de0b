// Shares a receipt without harm: redacts it here, in the page.

import { attempt, save } from "./actions.js";
import { button, element, make, printable, size } from "./elements.js";

export class Share {
  #engine;
  #open;
  #file;

  /** @param {(bytes: Uint8Array, name: string, replaced: object[]) => void} open shows the redacted file. */
  constructor(engine, open) {
    this.#engine = engine;
    this.#open = open;
    element("redact").addEventListener("click", () => attempt(() => this.#redact()));
  }

  show(file) {
    this.#file = file;
    element("redacted").replaceChildren();
  }

  async #redact() {
    const file = this.#file;
    const { receipt, replaced, summary, fault } = await this.#engine.inspect({ ask: "redact", seed: crypto.getRandomValues(new Uint8Array(32)) });
    if (file !== this.#file) return;
    const host = element("redacted");
    if (!receipt) {
      host.replaceChildren(make("p", "message", printable(fault.message)));
      return;
    }
    const name = `${file.stem}-redacted${file.extension}`;
    host.replaceChildren(
      make("p", "", `${size(summary.replaced)} were replaced. Look at it before you share it.`),
      make("p", "buttons", button("Save the redacted receipt", () => save(receipt, name)),
        button("Show what was replaced", () => this.#open(receipt, name, replaced))));
  }
}
