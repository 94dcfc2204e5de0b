// The timeline: the library's picture of the purchases, and what is owned at any instant. What is owned is the library's
// answer, never the page's.

import { access } from "./access.js";
import { attempt, latest, save } from "./actions.js";
import { element, printable } from "./elements.js";

export class Timeline {
  #engine;
  #file;
  #picture = "";
  #root = element("picture").attachShadow({ mode: "open" });

  constructor(engine) {
    this.#engine = engine;
    const ask = latest((at) => attempt(() => this.#show(at)));
    element("instant").addEventListener("input", ({ target }) => {
      const at = new Date(Number(target.value) * 1000);
      this.#name(at);
      ask(at);
    });
    element("date").addEventListener("change", ({ target }) => {
      const at = new Date(`${target.value}Z`);
      if (Number.isNaN(at.getTime())) return;
      this.#move(at);
      ask(at);
    });
    element("now").addEventListener("click", () => {
      this.#move(new Date());
      ask(new Date());
    });
    element("save-picture").addEventListener("click", () => {
      save(this.#picture, `${this.#file.stem}.svg`, "image/svg+xml");
    });
  }

  /** Shows the purchases of a file as they are now. */
  async show(file) {
    this.#file = file;
    const isSigned = file.answer.report.checks.some(({ check, result }) => check === "signature" && result === "passed");
    element("unverified").textContent =
      isSigned ? "" : "The signature is not genuine, or not verified: anybody can have written these purchases.";
    const now = new Date();
    const answer = await this.#show(now);
    if (!answer) return;
    const dates = [answer.first, answer.last].filter(Boolean).map((date) => Date.parse(date)).concat(now.getTime());
    // A little of the time before and after, so that each period has an end to see.
    const margin = Math.max(86_400_000, (Math.max(...dates) - Math.min(...dates)) / 50);
    const slider = element("instant");
    // Years of four digits.
    slider.min = Math.max(Math.floor((Math.min(...dates) - margin) / 1000), -62_167_219_200);
    slider.max = Math.min(Math.ceil((Math.max(...dates) + margin) / 1000), 253_402_300_799);
    this.#move(now);
  }

  #move(at) {
    element("instant").value = Math.floor(at.getTime() / 1000);
    this.#name(at);
  }

  #name(at) {
    const text = at.toISOString().slice(0, 19);
    element("date").value = text;
    element("instant").setAttribute("aria-valuetext", `${text.replace("T", " ")} UTC`);
  }

  async #show(at) {
    const file = this.#file;
    const answer = await this.#engine.inspect({ ask: "timeline", at: `${at.toISOString().slice(0, 19)}Z` });
    if (file !== this.#file) return undefined;
    const { svg, products, first, fault } = answer;
    const isEmpty = first === undefined;
    element("timeline-none").hidden = !isEmpty;
    element("timeline-none").textContent = fault ? printable(fault.message) : "There are no purchases.";
    element("timeline-some").hidden = isEmpty;
    if (isEmpty) return undefined;
    this.#picture = svg;
    this.#draw(svg);
    element("owned").replaceChildren(...access(products));
    return answer;
  }

  /** The page's policy allows no style in a picture's markup, so it is taken out before that is parsed. */
  #draw(svg) {
    const sheet = new CSSStyleSheet();
    // Legible on a phone, where it scrolls; the paper is the page's.
    const frame = new CSSStyleSheet();
    frame.replaceSync("svg { display: block; width: 100%; min-width: 40rem; height: auto; } .page { fill: none; }");
    const markup = svg.replace(/<style>([^<]*)<\/style>/, (_, style) => {
      sheet.replaceSync(style);
      return "";
    });
    const picture = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    this.#root.adoptedStyleSheets = [sheet, frame];
    this.#root.replaceChildren(document.adoptNode(picture));
  }
}
