// The anatomy: the tree of parts beside the bytes. What is selected in one is marked in the other.

import { attempt, latest } from "./actions.js";
import { Bytes } from "./bytes.js";
import { element, make, printable } from "./elements.js";
import { find } from "./find.js";
import { Nodes, lengthOffset } from "./nodes.js";
import { part } from "./part.js";
import { remarks } from "./signer.js";
import { Tree } from "./tree.js";

/** Rows that are open at first, if as many have room in that. */
const firstLook = 100;

export class Anatomy {
  #engine;
  #file;
  #nodes;
  #tree = new Tree(element("tree"), 26);
  #bytes = new Bytes(element("bytes"), 22);
  /** The node that is pointed at; its byte, if that is what is pointed at; and the byte that was picked. */
  #hovered;
  #hoveredByte;
  #picked;
  #address;
  #turn = 0;
  #found = -1;

  /** @param {(byte: number) => void} address notes the selected byte in the page's address. */
  constructor(engine, address) {
    this.#engine = engine;
    this.#address = address;
    this.#tree.onSelect = (node, source) => this.#selected(node, source);
    this.#tree.onHover = (node) => this.#hover(node);
    this.#bytes.onPick = (byte) => attempt(() => this.select(byte, "bytes"));
    this.#bytes.onHover = latest(async (byte) => {
      this.#hover(byte === undefined ? undefined : await this.#nodes.innermost(byte), byte);
    });
    element("detailed").addEventListener("change", ({ target }) => {
      element("tree").classList.toggle("detailed", target.checked);
    });
    element("find").addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(() => this.#find(element("findText").value));
    });
    element("fault-show").addEventListener("click", () => attempt(() => this.#showFault()));
  }

  /**
   * Shows a file, and a byte if the page's address names one.
   *
   * @param {object} file what the page knows about it: `decoded`, `replaced`, and `failure`, the error or the check that
   *   failed, which may have a byte.
   */
  async show(file, byte) {
    this.#file = file;
    [this.#hovered, this.#picked, this.#found] = [undefined, undefined, -1];
    const nodes = new Nodes((of) => this.#engine.inspect(of === undefined ? { ask: "children" } : { ask: "children", of }));
    this.#nodes = nodes;
    await nodes.load();
    await nodes.unfold(firstLook);
    if (file !== this.#file) return; // another one was dropped meanwhile
    const fault = file.failure?.offset;
    this.#describeFault();
    this.#tree.show(nodes);
    this.#bytes.show(file.decoded, [
      (file.replaced ?? []).map(({ offset, end }) => ({ kind: "replaced", start: offset, end })),
      fault === undefined ? [] : [{ kind: "fault", start: fault, end: fault + 1 }],
    ]);
    element("legend-replaced").hidden = !file.replaced;
    element("part").replaceChildren(make("p", "quiet", "Select a part or a byte."));
    this.#describePath();
    const first = byte ?? file.replaced?.[0]?.offset;
    if (first !== undefined) await this.select(first);
    else if (file.fault) await this.#showFault();
    else if (nodes.visible.length > 0) await this.#tree.select(nodes.visible[0], "show");
  }

  /** Selects the innermost part with a byte. */
  async select(byte, source = "page") {
    this.#picked = byte;
    this.#bytes.reveal(byte);
    this.#address(byte);
    const turn = ++this.#turn;
    const node = await this.#nodes.innermost(byte);
    if (turn !== this.#turn) return; // another byte was picked meanwhile
    if (node) await this.#tree.select(node, source);
    else if (byte === this.#file.failure?.offset) await this.#showFault(); // it is missing
    else element("part").replaceChildren(make("p", "quiet", `Byte ${byte} belongs to no part that could be read.`));
  }

  #selected(node, source) {
    this.#hovered = undefined;
    if (source === "tree") this.#picked = undefined;
    this.#mark(node);
    // Who goes through the tree hears its rows.
    element("path").setAttribute("aria-live", source === "bytes" ? "polite" : "off");
    this.#describePath();
    element("part").replaceChildren(...part(node, this.#file.decoded, remarks(node, this.#file.answer)));
    if (source === "tree") {
      this.#bytes.reveal(node.offset);
      this.#address(node.offset);
    }
  }

  #hover(node, byte) {
    if (node === this.#hovered && byte === this.#hoveredByte) return;
    [this.#hovered, this.#hoveredByte] = [node, byte];
    this.#mark(node ?? this.#tree.selected);
    this.#describePath();
  }

  #mark(node) {
    if (!node) return this.#bytes.mark([]);
    if (node.fault) return this.#bytes.mark([{ kind: "unread", start: node.offset, end: node.end }]);
    const length = lengthOffset(node, this.#file.decoded);
    this.#bytes.mark([
      { kind: "identifier", start: node.offset, end: length },
      { kind: "length", start: length, end: node.contents },
      { kind: "contents", start: node.contents, end: node.end },
    ]);
  }

  /** From the file to what is pointed at or selected. */
  #describePath() {
    const names = [];
    for (let node = this.#hovered ?? this.#tree.selected; node; node = node.parent) {
      names.unshift(printable(node.fault ? "error" : node.name ?? node.type));
    }
    const byte = this.#hovered ? this.#hoveredByte : this.#picked;
    const value = this.#file.decoded[byte];
    const where = value === undefined ? "" : `Byte ${byte}, 0x${value.toString(16).padStart(2, "0")}: `;
    element("path").textContent = where + names.join(" › ");
  }

  #describeFault() {
    const { failure } = this.#file;
    element("fault-banner").hidden = failure === undefined;
    if (!failure) return;
    const expected = failure.expected ? ` Expected: ${printable(failure.expected)}.` : "";
    element("fault-text").textContent = `${sentence(printable(failure.message))}${expected}`;
    element("fault-doctor").hidden = this.#file.form !== undefined;
    element("fault-show").hidden = failure.offset === undefined;
    element("fault-show").textContent = `Show byte ${failure.offset}`;
  }

  async #showFault() {
    const { offset } = this.#file.failure;
    if (offset === undefined) return;
    const node = await this.#nodes.faulty(offset);
    if (node) await this.#tree.select(node, "fault");
    this.#bytes.reveal(offset);
  }

  async #find(text) {
    const file = this.#file;
    const locateName = async (text, after) => (await this.#engine.inspect({ ask: "find", text, after })).offset;
    const found = await find(text, file.decoded, locateName, this.#found);
    if (file !== this.#file) return; // another one was dropped meanwhile
    element("found").textContent = found === undefined ? "Not found." : "";
    if (found === undefined) return;
    this.#found = found;
    await this.select(found);
  }
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");
