// The tree of named parts, as WAI-ARIA describes one. The focus stays on the tree and names the active row, since rows
// leave the document when they scroll out of sight.

import { attempt, hasMoved } from "./actions.js";
import { make, printable } from "./elements.js";
import { Rows } from "./rows.js";

export class Tree {
  #host;
  #nodes;
  #rows;
  #selected;
  #turn = 0;
  #typed = "";
  #typedAt = 0;

  /** Called with the node that was selected, and by whom: "tree" or whoever called `select`. */
  onSelect = () => {};

  /** Called with the node below the pointer, and with undefined when there is none. */
  onHover = () => {};

  constructor(host, rowHeight) {
    this.#host = host;
    this.#rows = new Rows(host, rowHeight, (index) => this.#row(index));
    host.addEventListener("keydown", (event) => attempt(() => this.#press(event)));
    host.addEventListener("click", (event) => attempt(() => this.#click(event)));
    host.addEventListener("pointermove", (event) => {
      if (hasMoved(event)) this.onHover(this.#nodeOf(event.target));
    });
    host.addEventListener("pointerleave", () => this.onHover(undefined));
  }

  get selected() {
    return this.#selected;
  }

  /** Shows some nodes from the top. */
  show(nodes) {
    [this.#nodes, this.#selected] = [nodes, undefined];
    this.#host.scrollTop = 0;
    this.#update();
  }

  /** Selects a node, opening what hides it. */
  async select(node, source = "tree") {
    const turn = ++this.#turn;
    await this.#nodes.uncover(node);
    if (turn !== this.#turn) return; // another one was selected meanwhile
    this.#selected = node;
    this.#update();
    this.#rows.reveal(this.#nodes.visible.indexOf(node));
    this.onSelect(node, source);
  }

  #update() {
    this.#rows.reset(this.#nodes.visible.length);
    const index = this.#nodes.visible.indexOf(this.#selected);
    if (index < 0) this.#host.removeAttribute("aria-activedescendant");
    else this.#host.setAttribute("aria-activedescendant", identifier(this.#selected));
  }

  #row(index) {
    const node = this.#nodes.visible[index];
    const row = make("div", node.fault ? "node fault" : "node");
    row.id = identifier(node);
    row.dataset.index = index;
    row.style.setProperty("--level", node.level);
    for (const [name, value] of Object.entries({
      role: "treeitem", "aria-level": node.level + 1, "aria-posinset": node.place, "aria-setsize": node.siblings,
      "aria-selected": node === this.#selected,
    })) row.setAttribute(name, value);
    const twist = make("span", "twist", node.children ? (node.open ? "▾" : "▸") : "");
    twist.setAttribute("aria-hidden", "true");
    if (node.children) row.setAttribute("aria-expanded", node.open === true);
    const place = make("span", "place", String(node.offset));
    if (node.fault) {
      row.append(place, twist, make("span", "name", printable(node.fault.message)));
      return row;
    }
    row.append(place, make("span", "lengths", `${node.contents - node.offset} + ${node.end - node.contents}`), twist,
      make("span", "name", printable(node.name ?? node.type)));
    if (node.value !== undefined) row.append(make("span", "value", printable(node.value)));
    if (node.name !== undefined) row.append(make("span", "type", printable(node.type)));
    return row;
  }

  #nodeOf(target) {
    const row = target.closest(".node");
    return row ? this.#nodes.visible[row.dataset.index] : undefined;
  }

  async #click({ target }) {
    const node = this.#nodeOf(target);
    if (!node) return;
    if (target.closest(".twist")) await this.#toggle(node);
    else await this.select(node);
  }

  async #toggle(node) {
    if (!node.children) return;
    if (!node.open) {
      await this.#nodes.open(node);
    } else {
      // What is selected must not vanish.
      for (let { parent } = this.#selected ?? {}; parent; { parent } = parent) {
        if (parent === node) await this.select(node);
      }
      this.#nodes.close(node);
    }
    this.#update();
  }

  async #press(event) {
    const { visible } = this.#nodes ?? { visible: [] };
    if (visible.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = Math.max(0, visible.indexOf(this.#selected));
    const node = visible[index];
    const go = (to) => this.select(visible[Math.min(Math.max(to, 0), visible.length - 1)]);
    const actions = {
      ArrowDown: () => go(this.#selected ? index + 1 : 0),
      ArrowUp: () => go(index - 1),
      PageDown: () => go(index + this.#rows.page),
      PageUp: () => go(index - this.#rows.page),
      Home: () => go(0),
      End: () => go(visible.length - 1),
      ArrowRight: () => node.open ? go(index + 1) : this.#toggle(node),
      ArrowLeft: () => node.open ? this.#toggle(node) : node.parent && this.select(node.parent),
      Enter: () => this.#toggle(node),
      "*": () => this.#openSiblings(node),
    };
    const action = actions[event.key] ?? (event.key.length === 1 ? () => this.#type(event.key, index) : undefined);
    if (!action) return;
    event.preventDefault();
    await action();
  }

  async #openSiblings(node) {
    for (const sibling of this.#nodes.visible.filter(({ parent }) => parent === node.parent)) {
      await this.#nodes.open(sibling);
    }
    this.#update();
  }

  /** Goes to the next row that begins with what was typed. */
  async #type(key, index) {
    const { visible } = this.#nodes;
    const now = performance.now();
    const isTyping = now - this.#typedAt < 1000;
    if (key === " " && !isTyping) return this.#toggle(visible[index]);
    this.#typed = isTyping ? this.#typed + key : key;
    this.#typedAt = now;
    const wanted = this.#typed.toLowerCase();
    const first = this.#typed.length === 1 ? 1 : 0;
    for (let step = first; step <= visible.length; step++) {
      const node = visible[(index + step) % visible.length];
      if (String(node.name ?? node.type).toLowerCase().startsWith(wanted)) return this.select(node);
    }
  }
}

const identifier = (node) => node.fault ? `fault-${node.offset}` : `node-${node.offset}`;
