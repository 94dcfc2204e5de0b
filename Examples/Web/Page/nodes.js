// The parts of a file, asked for as they are opened, and the list of those that are to be seen.

/** A node is what the module says about it, with its place among the others. */
export class Nodes {
  #ask;
  #top = [];

  /** The nodes whose ancestors are all open, in the order of their bytes. */
  visible = [];

  /** @param {(of?: number) => Promise<object>} ask answers with the children of the node at an offset. */
  constructor(ask) {
    this.#ask = ask;
  }

  async load() {
    this.#top = this.#arranged(await this.#ask(), undefined);
    this.visible = [...this.#top];
  }

  /** Opens what is worth a first look: all but certificates, up to so many rows, the shallow before the deep. */
  async unfold(rows) {
    for (let level = 0; level < 12; level++) {
      for (const node of this.visible.filter((node) => node.level === level && isOfInterest(node))) {
        const { length } = await this.#childrenOf(node);
        if (this.visible.length + length <= rows || length === 1) await this.open(node);
      }
    }
  }

  async open(node) {
    if (!node.children || node.open) return;
    const children = await this.#childrenOf(node);
    const place = this.visible.indexOf(node);
    if (node.open || place < 0) return; // while it was asked for, somebody else did
    node.open = true;
    this.visible = [
      ...this.visible.slice(0, place + 1), ...children, ...this.visible.slice(place + 1),
    ];
  }

  close(node) {
    if (!node.open) return;
    const place = this.visible.indexOf(node);
    let end = place + 1;
    while (end < this.visible.length && this.visible[end].level > node.level) end++;
    for (const hidden of this.visible.slice(place, end)) hidden.open = false;
    this.visible = [...this.visible.slice(0, place + 1), ...this.visible.slice(end)];
  }

  /** The innermost node with a byte, however deep; undefined where nothing could be read. */
  async innermost(byte) {
    let found;
    for (let nodes = this.#top; ;) {
      const node = enclosing(nodes, byte);
      if (!node) return found;
      found = node;
      if (!node.children) return found;
      nodes = await this.#childrenOf(node);
    }
  }

  /** Opens all that hides a node. */
  async uncover(node) {
    const ancestors = [];
    for (let { parent } = node; parent; { parent } = parent) ancestors.unshift(parent);
    for (const ancestor of ancestors) await this.open(ancestor);
  }

  /** The node to show for an error at a byte, which may be the one that is missing after the last. */
  async faulty(byte) {
    let found;
    for (let nodes = this.#top; nodes; nodes = found?.children ? await this.#childrenOf(found) : undefined) {
      const last = nodes.at(-1);
      const node = enclosing(nodes, byte) ?? nodes.find(({ fault }) => fault) ?? (byte >= last?.end ? last : undefined);
      if (!node) break;
      found = node;
    }
    return found;
  }

  async #childrenOf(node) {
    node.loading ??= this.#ask(node.offset).then((answer) => this.#arranged(answer, node));
    return node.loading;
  }

  #arranged({ nodes = [], fault }, parent) {
    const level = parent ? parent.level + 1 : 0;
    if (fault) {
      // The bytes that can't be read are the last node. Where bytes are missing, there is none; and if the one before
      // is cut off, the fault is in that.
      const last = nodes.at(-1);
      const end = last?.end ?? parent?.contents ?? 0;
      if (last?.type === "fault") last.fault = fault;
      else if (!last?.isCut || !last.children) nodes.push({ offset: end, contents: end, end, type: "fault", children: false, fault });
    }
    nodes.forEach((node, place) => Object.assign(node, { parent, level, place: place + 1, siblings: nodes.length }));
    return nodes;
  }
}

/** Where the length begins: an identifier has more bytes if its number does not fit into the first. */
export function lengthOffset({ offset, contents }, bytes) {
  let end = offset + 1;
  if ((bytes[offset] & 0x1F) === 0x1F) while (end < contents && bytes[end++] & 0x80);
  return Math.min(end, contents);
}

const isOfInterest = ({ children, name }) => children && name !== "certificate";

const contains = ({ offset, end }, byte) => offset <= byte && byte < end;

/** By halving: a payload can have ten thousands of attributes. */
function enclosing(nodes, byte) {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle].offset <= byte) low = middle + 1; else high = middle;
  }
  for (let place = low - 1; place >= 0 && place >= low - 2; place--) {
    if (contains(nodes[place], byte)) return nodes[place];
  }
}
