// The doctor: what a file is, what is wrong with it, and its repaired receipt.

import { save } from "./actions.js";
import { button, element, link, make, printable, size } from "./elements.js";

const marks = { fine: "✓", problem: "✗", note: "–" };
const classes = { fine: "passed", problem: "failed", note: "skipped" };

export class Doctor {
  #engine;
  #open;

  /** @param {(bytes: Uint8Array, name: string) => void} open shows another file. */
  constructor(engine, open) {
    this.#engine = engine;
    this.#open = open;
  }

  async show(file) {
    const { findings = [], repaired } = await this.#engine.inspect({ ask: "doctor" });
    const problems = findings.filter(({ level }) => level === "problem").length;
    const heading = problems === 0 ? "Nothing is wrong" : problems === 1 ? "1 problem" : `${problems} problems`;
    const list = make("ul", "checks findings", ...findings.map((finding) => this.#finding(finding, file.form !== undefined)));
    const sections = [make("section", "", make("h2", "", heading), list)];
    if (repaired) {
      const name = `${file.stem}-repaired.p7`;
      sections.push(make("section", "", make("h2", "", "A receipt is in it"),
        make("p", "", `${size(repaired.length)} in DER or BER, without what was around it.`),
        make("p", "buttons", button("Open it", () => this.#open(repaired, name)),
          button("Save it", () => save(repaired, name)))));
    }
    element("doctor").replaceChildren(...sections);
  }

  /** @param {boolean} isPlain whether offsets are those of the file, and not of a receipt in it. */
  #finding({ level, message, next, offset }, isPlain) {
    const mark = make("span", "mark", marks[level]);
    mark.setAttribute("aria-hidden", "true");
    const words = make("span", "message", printable(message));
    if (offset !== undefined && isPlain) words.append(" ", link(`Show byte ${offset}`, `#anatomy@${offset}`));
    // The tool's commands and options are no help here.
    if (next && !/^receipt |--[a-z]/.test(next)) words.append(make("span", "quiet", printable(next)));
    return make("li", classes[level], mark, words);
  }
}
