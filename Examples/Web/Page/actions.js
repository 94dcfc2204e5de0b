// What the page's buttons do: save, copy, and try what can fail.

import { element, link, make, printable } from "./elements.js";

/** Does something, and says it if that fails. */
export async function attempt(action) {
  element("fault").textContent = "";
  try {
    await action();
  } catch (error) {
    element("fault").textContent = `Cannot answer: ${printable(error.message)}`;
  }
}

/** Offers some contents as a file. */
export function save(contents, name, type = "application/octet-stream") {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const node = link("", address);
  node.download = name;
  node.click();
  // The browser has begun by then; for ever would keep the contents in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Copies text, where the page may not use the clipboard by selecting it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", "", text);
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** Calls the latest of many actions, one at a time: a slider moves faster than its answers come. */
export function latest(action) {
  let isRunning = false;
  let next;
  return async function run(...values) {
    next = values;
    if (isRunning) return;
    isRunning = true;
    try {
      while (next) {
        const now = next;
        next = undefined;
        await action(...now);
      }
    } finally {
      isRunning = false;
    }
  };
}

/** Whether the pointer has moved: browsers also tell when rows have moved below it, as they do by keyboard. */
export const hasMoved = ({ movementX, movementY }) => movementX !== 0 || movementY !== 0;
