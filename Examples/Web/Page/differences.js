// The differences of two receipts, or of a receipt and Apple's stored answer.

import { attempt } from "./actions.js";
import { count, element, make, printable } from "./elements.js";

/** The most differences that are listed. */
const maximumDifferences = 1000;

export class Differences {
  #engine;
  #file;

  constructor(engine) {
    this.#engine = engine;
    element("other").addEventListener("change", async ({ target }) => {
      const [other] = target.files;
      if (!other) return;
      await attempt(async () => {
        this.#file.other = { name: other.name, bytes: new Uint8Array(await other.arrayBuffer()) };
        await this.show(this.#file);
      });
    });
  }

  /** Compares a file with its `other`, if one is there. */
  async show(file) {
    this.#file = file;
    const host = element("compared");
    if (!file.other) {
      host.replaceChildren(make("p", "quiet", "Drop two files together to compare them, or choose the other one here."));
      return;
    }
    const { differences = [], fault } = await this.#engine.inspect({ ask: "difference", other: file.other.bytes });
    if (fault) {
      host.replaceChildren(make("p", "message", `These can't be compared: ${printable(fault.message)}.`));
      return;
    }
    const heading = differences.length === 0 ? "No differences" : `Differences (${count(differences.length)})`;
    const sections = [make("h2", "", heading)];
    if (differences.length > 0) sections.push(this.#table(file, differences));
    if (differences.length > maximumDifferences) {
      sections.push(make("p", "quiet", `The first ${count(maximumDifferences)} are shown.`));
    }
    host.replaceChildren(...sections);
  }

  #table(file, differences) {
    const header = ["Where", file.name, file.other.name].map((name) => {
      const cell = make("th", "", printable(name));
      cell.scope = "col";
      return cell;
    });
    const rows = differences.slice(0, maximumDifferences).map(({ path, first, second }) => {
      const where = make("th", "", printable(path));
      where.scope = "row";
      return make("tr", "", where, ...[first, second].map((value) =>
        make("td", "mono", value === undefined ? "–" : printable(typeof value === "string" ? value : JSON.stringify(value)))));
    });
    const table = make("table", "", make("thead", "", make("tr", "", ...header)), make("tbody", "", ...rows));
    const region = make("div", "table", table);
    region.tabIndex = 0; // it scrolls, so the keyboard has to reach it
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", "Differences");
    return region;
  }
}
