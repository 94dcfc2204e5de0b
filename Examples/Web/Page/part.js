// What is to be said about one part, and its value to take along.

import { copy } from "./actions.js";
import { base64, hexadecimal } from "./encoding.js";
import { button, count, make, printable, size } from "./elements.js";

/** A value is shown up to here; it is copied whole. */
const longest = 2000;

/**
 * The description of a node, and buttons to copy its value.
 *
 * @param {HTMLElement[]} remarks what else is known about it.
 */
export function part(node, bytes, remarks) {
  if (node.fault) {
    const { message, expected, code } = node.fault;
    return [make("h2", "", "Error"), make("p", "message", printable(message)),
      expected ? make("p", "", `Expected: ${printable(expected)}`) : "",
      make("p", "quiet", `${code}, at byte ${offsetText(node.fault.offset)}`)];
  }
  const contents = bytes.subarray(node.contents, node.end);
  const list = make("dl");
  const add = (name, value, className) => list.append(make("dt", "", name), make("dd", className, value));
  if (node.name !== undefined) add("Type", printable(node.type));
  const text = node.text ?? node.value;
  if (text !== undefined) add("Value", printable(text.slice(0, longest)), "mono");
  add("Begins", `at byte ${offsetText(node.offset)}`);
  const where = contents.length === 0 ? "none" : `${size(contents.length)} from byte ${offsetText(node.contents)}`;
  add("Contents", node.isCut ? `${where}; the rest is missing` : where);
  const copied = make("span", "quiet");
  copied.setAttribute("role", "status");
  const offer = (label, make) => button(label, async () => {
    await copy(make());
    copied.textContent = `Copied ${size(contents.length)} as ${label}.`;
  });
  const buttons = make("p", "buttons", make("span", "quiet", "Copy the value as"));
  if (text !== undefined) buttons.append(offer("text", () => text));
  buttons.append(offer("hexadecimal", () => hexadecimal(contents)), offer("Base64", () => base64(contents)), copied);
  return [make("h2", "", printable(node.name ?? node.type)), ...remarks, list, buttons];
}

/** A number as the tree and the bytes have it. */
export const offsetText = (offset) => `${count(offset)} (0x${offset.toString(16)})`;
