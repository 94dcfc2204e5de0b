// How the page makes elements. A receipt's text is never markup, and never hides or reorders other text.

export const element = (id) => document.getElementById(id);

/** Text of a receipt without characters that would hide or reorder others: the same that the tool replaces. */
export const printable = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu, "\u{FFFD}");

/** An element with a class and contents, which are never markup. */
export function make(tag, className, ...contents) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...contents.filter((content) => content !== undefined));
  return node;
}

/** The same for a name of many parts, which may be broken after each. */
export const breakable = (text) => printable(text).split(/(?<=[._-])/).flatMap((part) => [part, make("wbr")]);

export function time(text, zone = " UTC") {
  const node = make("time", "", printable(text).replace("T", " ").replace("Z", zone));
  node.dateTime = text;
  return node;
}

export function button(label, action, className = "") {
  const node = make("button", className, label);
  node.type = "button";
  node.addEventListener("click", action);
  return node;
}

/** A link that is an action of the page: to a byte, say. */
export function link(label, address) {
  const node = make("a", "", label);
  node.href = address;
  return node;
}

export const count = (number) => number.toLocaleString("en");

/** A size for people. */
export const size = (bytes) => bytes === 1 ? "1 byte" : `${count(bytes)} bytes`;
