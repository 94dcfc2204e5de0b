// The page: takes a file, has it read, and shows it in the views.

import { attempt, latest } from "./actions.js";
import { Anatomy } from "./anatomy.js";
import { Differences } from "./differences.js";
import { Doctor } from "./doctor.js";
import { element, printable, size } from "./elements.js";
import { fromBase64 } from "./encoding.js";
import { Engine } from "./engine.js";
import { Overview } from "./overview.js";
import { Share } from "./share.js";
import { Tabs } from "./tabs.js";
import { Timeline } from "./timeline.js";

const embedded = (id) => fromBase64(element(id).textContent);

const engine = new Engine(element("worker").textContent, embedded("module"));
const tabs = new Tabs();
const views = {
  overview: new Overview(engine),
  anatomy: new Anatomy(engine, (byte) => tabs.note(byte)),
  timeline: new Timeline(engine),
  doctor: new Doctor(engine, (bytes, name) => take(bytes, name)),
  differences: new Differences(engine),
  share: new Share(engine, (bytes, name, replaced) => {
    take(bytes, name, { replaced });
    tabs.go("anatomy");
  }),
};

/** The file that is shown, and which views show it already. */
let file;
let shown = new Set();

async function expectations() {
  const value = (id) => element(id).value.trim() || undefined;
  const list = (value) => value === undefined ? [] : [value];
  const [rootFile] = element("root").files;
  const root = rootFile ? new Uint8Array(await rootFile.arrayBuffer()) : file?.root;
  return {
    bundleIdentifier: value("bundleIdentifier"), version: value("version"), devices: list(value("device")),
    environments: list(value("environment")), roots: list(root), allowsXcode: element("allowsXcode").checked,
    notChecked: ["version", "device"].filter((name) => element(`${name}NotChecked`).checked && !value(name)),
  };
}

/**
 * Shows a file.
 *
 * @param {object} more what is known about it: `other`, to compare it with; `replaced`, the bytes that redacting
 *   replaced; `root`, that a made-up receipt brings along.
 */
function take(bytes, name, more = {}) {
  const [, stem, extension] = /^(.+?)(\.[^.]*)?$/s.exec(name);
  const taken = { bytes, name, stem, extension: extension ?? "", ...more };
  if (file) tabs.forget();
  file = taken;
  present(false);
  return attempt(async () => {
    const { form, fault, decoded = bytes } = await engine.open(bytes);
    Object.assign(taken, { form, fault, decoded });
    element("name").textContent = `${printable(name)}, ${size(bytes.length)}`;
    if (taken === file) await read();
  });
}

/** Has it read with what is expected now, and shows it anew. */
async function read() {
  const taken = file;
  const expected = await expectations();
  try {
    taken.answer = await engine.read(expected);
  } catch (error) {
    present(false); // not what was true before
    throw error;
  }
  if (taken !== file) return;
  file.hasOwnRoot = expected.roots.length > 0;
  file.failure = file.fault ?? file.answer.report.checks.find(({ result }) => result === "failed");
  shown = new Set();
  present(true);
  await show();
}

const readAgain = latest(() => attempt(read));

/** Shows the view that is open, unless it shows the file already. */
async function show(byte = tabs.byte) {
  const { name } = tabs;
  if (shown.has(name)) {
    if (name === "anatomy" && byte !== undefined) await views.anatomy.select(byte);
    return;
  }
  shown.add(name);
  await views[name].show(file, byte);
}

/** Shows the views, or hides them. */
function present(isShown) {
  element("result").hidden = !isShown;
  document.body.toggleAttribute("data-shown", isShown);
}

function clear() {
  file = undefined;
  element("name").textContent = "";
  element("fault").textContent = "";
  present(false);
}

const isJSON = ({ bytes }) => bytes.find((byte) => byte > 0x20) === 0x7B;

/** Takes files that were dropped or chosen: two of them to be compared. */
async function takeFiles(files) {
  if (files.length === 0) return;
  element("text").value = "";
  await attempt(async () => {
    const [first, other] = await Promise.all([...files].slice(0, 2).map(async (file) =>
      ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
    // An answer of Apple is what a receipt is compared with.
    const [taken, compared] = other && isJSON(first) ? [other, first] : [first, other];
    await take(taken.bytes, taken.name, { other: compared });
    if (other) tabs.go("differences");
  });
}

tabs.onShow = (_, byte) => {
  if (file?.answer) attempt(() => show(byte));
};
engine.onBusy = (isBusy) => { element("busy").hidden = !isBusy; };
element("stop").addEventListener("click", () => {
  engine.stop();
  clear();
});

element("file").addEventListener("change", ({ target }) => takeFiles(target.files));
element("text").addEventListener("input", ({ target }) => {
  if (target.value.trim()) take(new TextEncoder().encode(target.value), "pasted.txt"); else clear();
});
element("expectations").addEventListener("input", () => {
  if (file) readAgain();
});
element("sample").addEventListener("click", () => {
  element("input").reset();
  take(embedded("sample-receipt"), "made-up.p7", { root: embedded("sample-root") });
});
element("input").addEventListener("reset", clear);
element("input").addEventListener("submit", (event) => event.preventDefault());

// A file may be dropped anywhere; one that misses the frame must not replace the page.
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    element("drop").classList.toggle("over", name === "dragenter" || name === "dragover");
    if (name === "drop") takeFiles(event.dataTransfer.files);
  });
}

tabs.show();
await engine.ready;
document.body.dataset.ready = "true";
