import { ReceiptReader } from "./reader.js";

const element = (id) => document.getElementById(id);
const embedded = (id) => Uint8Array.from(atob(element(id).textContent), (character) => character.charCodeAt(0));

/** The most purchases that are listed. */
const maximumRows = 1000;

const checkNames = {
  structure: "Structure", signature: "Signature", bundleIdentifier: "Bundle identifier", appVersion: "App version",
  device: "Device", expiration: "Expiry", environment: "Environment",
};
const productTypes = ["non-consumable", "consumable", "non-renewing", "auto-renewable", "free subscription"];
const advice = {
  refresh: "Ask the store for a new receipt.",
  refuse: "Grant nothing by this receipt. A new one would say the same.",
  exit173: "On a Mac, end with exit status 173, so that the system fetches a receipt.",
  retryLater: "Try again later.",
};

/** Text of a receipt without characters that would hide or reorder others: the same that the tool replaces. */
const printable = (text) => text.replace(/[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/gu, "\u{FFFD}");

/** An element with a class and contents, which are never markup. */
function make(tag, className, ...contents) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...contents.filter((content) => content !== undefined));
  return node;
}

const time = (text, zone = " UTC") => {
  const node = make("time", "", text.replace("T", " ").replace("Z", zone));
  node.dateTime = text;
  return node;
};

function verdict({ report, receipt }, hasOwnRoot) {
  const skipped = report.checks.filter(({ result }) => result === "skipped").map(({ check }) => checkNames[check]);
  const heading = !receipt ? "Not a receipt" : report.valid === null ? "Undetermined" : report.valid ? "Valid" : "Not valid";
  const section = make("section", `verdict ${report.valid === null ? "open" : report.valid ? "good" : "bad"}`);
  const text = make("div", "", make("h2", "", heading));
  if (report.valid === null) {
    text.append(make("p", "", `No check failed, but there is ${report.reason}. Fill in the expectations to know whether the receipt is valid for your app.`));
  }
  if (receipt && skipped.length > 0) text.append(make("p", "quiet", `Not checked: ${skipped.join(", ").toLowerCase()}.`));
  if (hasOwnRoot) text.append(make("p", "", "Your own root is trusted instead of Apple's."));
  if (receipt && advice[report.recommendedAction]) text.append(make("p", "", advice[report.recommendedAction]));
  if (receipt && report.valid === false) text.append(make("p", "", "The contents below are not verified."));
  section.append(text);
  return section;
}

function checks(report) {
  const list = make("ul", "checks");
  for (const { check, result, message, code } of report.checks) {
    const mark = make("span", "mark", { passed: "✓", failed: "✗", skipped: "–" }[result]);
    mark.setAttribute("aria-hidden", "true");
    const text = make("span", "message", printable(message), code ? make("span", "quiet", ` (${code})`) : undefined);
    const name = make("span", "name", checkNames[check]);
    list.append(make("li", result, mark, name, text));
  }
  const section = make("section", "", make("h2", "", "Checks"), list);
  if (report.matchedDevice) section.append(make("p", "quiet", `The device is ${report.matchedDevice}.`));
  return section;
}

function app(receipt, form) {
  const list = make("dl");
  const add = (name, value, className) => {
    if (value !== undefined) list.append(make("dt", "", name), make("dd", className, value));
  };
  const text = (value) => value === undefined ? undefined : printable(String(value));
  const date = (value) => value === undefined ? undefined : time(value);
  add("Bundle identifier", text(receipt.bundleIdentifier));
  add("App version", text(receipt.appVersion));
  add("Original app version", text(receipt.originalAppVersion));
  add("Environment", text(receipt.environment));
  add("Created", date(receipt.creationDate));
  add("First purchased", date(receipt.originalPurchaseDate));
  add("Expires", date(receipt.expirationDate));
  add("App identifier", text(receipt.appItemIdentifier));
  add("Download identifier", text(receipt.downloadIdentifier));
  add("Version identifier", text(receipt.versionExternalIdentifier));
  add("Age rating", text(receipt.ageRating));
  add("Opaque value", receipt.opaqueValue, "mono");
  add("SHA-1 hash", receipt.sha1Hash, "mono");
  add("Form", `${form.encoding}${form.isBase64 ? " in Base64" : ""}, ${form.bytes.toLocaleString("en")} bytes`);
  return make("section", "", make("h2", "", "App"), list);
}

function purchases(all = []) {
  if (all.length === 0) return make("section", "", make("h2", "", "No purchases"));
  const table = make("table", "", make("caption", "", `Purchases (${all.length.toLocaleString("en")})`));
  const header = ["Product", "Kind", "Number", "Transaction", "Purchased (UTC)", "Until (UTC)"].map((name) => {
    const cell = make("th", name === "Number" ? "number" : "", name);
    cell.scope = "col";
    return cell;
  });
  table.append(make("thead", "", make("tr", "", ...header)));
  const body = make("tbody");
  for (const purchase of all.slice(0, maximumRows)) {
    const product = make("th", "", printable(purchase.productIdentifier ?? "–"));
    product.scope = "row";
    const type = purchase.productType;
    const remarks = make("div");
    const tag = (text, className = "") => remarks.append(make("span", `tag ${className}`, text));
    if (purchase.isCancelled) tag(`cancelled ${(purchase.cancellationDate ?? "").slice(0, 10)}`.trim(), "bad");
    if (purchase.isTrialPeriod) tag("trial");
    if (purchase.isInIntroOfferPeriod) tag("introductory offer");
    if (purchase.promotionalOfferIdentifier) tag(`offer ${printable(purchase.promotionalOfferIdentifier)}`);
    if (remarks.hasChildNodes()) product.append(remarks);
    const original = purchase.originalTransactionIdentifier;
    const isOriginal = original === undefined || original === purchase.transactionIdentifier;
    body.append(make("tr", "", product,
      make("td", "plain", type === undefined ? "–" : productTypes[type] ?? `type ${type}`),
      make("td", "number", String(purchase.quantity ?? "–")),
      make("td", "plain", printable(purchase.transactionIdentifier ?? "–"),
        isOriginal ? undefined : make("span", "quiet", `first ${printable(original)}`)),
      make("td", "plain", purchase.purchaseDate ? time(purchase.purchaseDate, "") : "–"),
      make("td", "plain", purchase.expiresDate ? time(purchase.expiresDate, "") : "–")));
  }
  table.append(body);
  const section = make("section", "", make("div", "table", table));
  section.firstChild.tabIndex = 0; // it scrolls, so the keyboard has to reach it
  section.firstChild.setAttribute("role", "region");
  section.firstChild.setAttribute("aria-label", "Purchases");
  if (all.length > maximumRows) section.append(make("p", "quiet", `The first ${maximumRows.toLocaleString("en")} are shown.`));
  return section;
}

function certificates({ certificates = [], signer }) {
  const section = make("section", "", make("h2", "", "Certificates"));
  for (const certificate of certificates) {
    const list = make("dl");
    for (const [name, value, className] of [
      ["Issuer", printable(certificate.issuer)], ["Serial number", certificate.serialNumber, "mono"],
      ["Valid", `${certificate.notBefore} – ${certificate.notAfter}`], ["SHA-256", certificate.sha256, "mono"],
    ]) list.append(make("dt", "", name), make("dd", className, value));
    section.append(make("details", "", make("summary", "", printable(certificate.subject)), list));
  }
  if (signer) section.append(make("p", "quiet", `Signer: digest ${signer.digestAlgorithm}, signature ${signer.signatureAlgorithm}`));
  return section;
}

const reader = await ReceiptReader.load(embedded("module"));

/** What is shown, and the root that a made-up receipt brought along. */
let given;
let sampleRoot;

async function expectations() {
  const value = (id) => element(id).value.trim() || undefined;
  const list = (value) => value === undefined ? [] : [value];
  const [rootFile] = element("root").files;
  const root = rootFile ? new Uint8Array(await rootFile.arrayBuffer()) : sampleRoot;
  return {
    bundleIdentifier: value("bundleIdentifier"), version: value("version"), devices: list(value("device")),
    environments: list(value("environment")), roots: list(root), allowsXcode: element("allowsXcode").checked,
    notChecked: ["version", "device"].filter((name) => element(`${name}NotChecked`).checked && !value(name)),
  };
}

async function show() {
  const [fault, result] = [element("fault"), element("result")];
  fault.textContent = "";
  result.hidden = true;
  if (given === undefined) return;
  try {
    const expected = await expectations();
    const answer = reader.read(given, expected);
    const sections = [verdict(answer, expected.roots.length > 0), checks(answer.report)];
    if (answer.receipt) {
      const { receipt } = answer;
      sections.push(app(receipt, answer.form), purchases(receipt.inApp), certificates(receipt));
      if (receipt.problems) {
        const problems = make("ul", "", ...receipt.problems.map((problem) => make("li", "", printable(problem))));
        sections.splice(2, 0, make("section", "bad", make("h2", "", "Problems"), problems));
      }
    }
    result.replaceChildren(...sections);
    result.hidden = false;
  } catch (error) {
    fault.textContent = `Cannot answer: ${printable(error.message)}`;
  }
}

async function take(file) {
  if (!file) return;
  element("text").value = "";
  sampleRoot = undefined;
  given = new Uint8Array(await file.arrayBuffer());
  await show();
}

element("file").addEventListener("change", ({ target }) => take(target.files[0]));
element("text").addEventListener("input", ({ target }) => {
  sampleRoot = undefined;
  given = target.value.trim() ? new TextEncoder().encode(target.value) : undefined;
  show();
});
element("expectations").addEventListener("input", show);
element("sample").addEventListener("click", () => {
  element("input").reset();
  [given, sampleRoot] = [embedded("sample-receipt"), embedded("sample-root")];
  show();
});
element("input").addEventListener("reset", () => {
  [given, sampleRoot] = [undefined, undefined];
  show();
});
element("input").addEventListener("submit", (event) => event.preventDefault());

// A file may be dropped anywhere; one that misses the frame must not replace the page.
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    element("drop").classList.toggle("over", name === "dragenter" || name === "dragover");
    if (name === "drop") take(event.dataTransfer.files[0]);
  });
}

document.body.dataset.ready = "true";
