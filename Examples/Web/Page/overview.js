// The overview: the verdict, each check, and what the receipt says.

import { access } from "./access.js";
import { element, link, make, printable, time } from "./elements.js";
import { purchases } from "./purchases.js";
import { signer } from "./signer.js";

const checkNames = {
  structure: "Structure", signature: "Signature", bundleIdentifier: "Bundle identifier", appVersion: "App version",
  device: "Device", expiration: "Expiry", environment: "Environment",
};
const advice = {
  refresh: "Ask the store for a new receipt.",
  refuse: "Grant nothing by this receipt. A new one would say the same.",
  exit173: "On a Mac, end with exit status 173, so that the system fetches a receipt.",
  retryLater: "Try again later.",
};

/** What a receipt says, and whether it is to be believed. */
export class Overview {
  #engine;
  #file;

  constructor(engine) {
    this.#engine = engine;
  }

  /** Shows the module's answer about a file. */
  async show(file) {
    this.#file = file;
    const { receipt } = file.answer;
    const owned = make("ul", "access");
    element("overview").replaceChildren(...sections(file, owned));
    if (!receipt?.inApp) return;
    // What is owned takes longer than what is written in the receipt.
    const { products = [] } = await this.#engine.inspect({ ask: "access", at: `${new Date().toISOString().slice(0, 19)}Z` });
    if (file === this.#file) owned.replaceChildren(...access(products));
  }
}

function sections({ answer, hasOwnRoot }, owned) {
  const { receipt, report } = answer;
  const sections = [verdict(answer, hasOwnRoot), checks(report)];
  if (receipt?.problems) {
    const problems = make("ul", "", ...receipt.problems.map((problem) => make("li", "", printable(problem))));
    sections.push(make("section", "bad", make("h2", "", "Problems"), problems));
  }
  if (!receipt) return sections;
  sections.push(signer(answer), app(answer));
  if (receipt.inApp) {
    // What is refused grants nothing, whatever is written in it.
    const isRefused = report.valid === false;
    sections.push(make("section", "", make("h2", "", isRefused ? "Access now, if it were valid" : "Access now"), owned,
      make("p", "quiet", "The ", link("timeline", "#timeline"), " says it for any other instant.")));
  }
  return [...sections, purchases(receipt.inApp), certificates(answer)];
}

function verdict({ report, receipt }, hasOwnRoot) {
  const skipped = report.checks.filter(({ result }) => result === "skipped").map(({ check }) => checkNames[check]);
  const heading = !receipt ? "Not a receipt" : report.valid === null ? "Undetermined" : report.valid ? "Valid" : "Not valid";
  const section = make("section", `verdict ${report.valid === null ? "open" : report.valid ? "good" : "bad"}`);
  const text = make("div", "", make("h2", "", heading));
  for (const failure of report.checks.filter(({ result }) => result === "failed")) {
    text.append(make("p", "", `${checkNames[failure.check]}: `, ...words(failure), "."));
  }
  if (report.valid === null) {
    text.append(make("p", "", `No check failed, but there is ${report.reason}. Fill in the expectations to know whether the receipt is valid for your app.`));
  }
  if (receipt && skipped.length > 0) text.append(make("p", "quiet", `Not checked: ${skipped.join(", ").toLowerCase()}.`));
  if (hasOwnRoot) text.append(make("p", "", "Your own root is trusted instead of Apple's."));
  if (receipt && advice[report.recommendedAction]) text.append(make("p", "", advice[report.recommendedAction]));
  if (!receipt) text.append(make("p", "", "The ", link("doctor", "#doctor"), " says what it is, the ", link("anatomy", "#anatomy"), " how far it goes."));
  if (receipt && report.valid === false) {
    text.append(make("p", "", "The contents below are not verified. The ", link("doctor", "#doctor"), " says more."));
  }
  section.append(text);
  return section;
}

function checks(report) {
  const list = make("ul", "checks");
  for (const { check, result, message, code, offset } of report.checks) {
    const mark = make("span", "mark", { passed: "✓", failed: "✗", skipped: "–" }[result]);
    mark.setAttribute("aria-hidden", "true");
    const text = make("span", "message", ...words({ message, offset }), code ? make("span", "quiet", ` (${code})`) : undefined);
    const name = make("span", "name", checkNames[check]);
    list.append(make("li", result, mark, name, text));
  }
  const section = make("section", "", make("h2", "", "Checks"), list);
  if (report.matchedDevice) section.append(make("p", "quiet", `The device is ${report.matchedDevice}.`));
  return section;
}

/** What a check says, with a link to the byte that it names. */
function words({ message, offset }) {
  const text = printable(message);
  const place = text.lastIndexOf(`byte ${offset}`);
  if (offset === undefined) return [text];
  const address = `#anatomy@${offset}`;
  if (place < 0) return [text, " at ", link(`byte ${offset}`, address)];
  const name = `byte ${offset}`;
  return [text.slice(0, place), link(name, address), text.slice(place + name.length)];
}

function app({ receipt, form, places }) {
  const list = make("dl");
  const add = (name, value, className, member) => {
    if (value === undefined) return;
    const contents = make("dd", className, value);
    const place = places.values[member];
    if (place !== undefined) contents.append(" ", make("span", "where", link(`at byte ${place}`, `#anatomy@${place}`)));
    list.append(make("dt", "", name), contents);
  };
  const text = (value) => value === undefined ? undefined : printable(String(value));
  const date = (value) => value === undefined ? undefined : time(value);
  const own = (name, member, show = text, className = "") => add(name, show(receipt[member]), className, member);
  own("Bundle identifier", "bundleIdentifier");
  own("App version", "appVersion");
  own("Original app version", "originalAppVersion");
  own("Environment", "environment");
  own("Created", "creationDate", date);
  own("First purchased", "originalPurchaseDate", date);
  own("Expires", "expirationDate", date);
  own("App identifier", "appItemIdentifier");
  own("Download identifier", "downloadIdentifier");
  own("Version identifier", "versionExternalIdentifier");
  own("Age rating", "ageRating");
  own("Opaque value", "opaqueValue", text, "mono");
  own("SHA-1 hash", "sha1Hash", text, "mono");
  add("Form", `${form.encoding}${form.isBase64 ? " in Base64" : ""}, ${form.bytes.toLocaleString("en")} bytes`);
  const hint = make("p", "quiet", "The byte is where the value begins, after its type and its length. The first byte of the file is 0.");
  return make("section", "app", make("h2", "", "App"), list, hint);
}

function certificates({ receipt, places }) {
  const section = make("section", "", make("h2", "", "Certificates"));
  for (const [index, certificate] of (receipt.certificates ?? []).entries()) {
    const list = make("dl");
    const place = places.certificates[index];
    for (const [name, value, className] of [
      ["Issuer", printable(certificate.issuer)], ["Serial number", certificate.serialNumber, "mono"],
      ["Valid", `${certificate.notBefore} – ${certificate.notAfter}`], ["SHA-256", certificate.sha256, "mono"],
      ["Begins", link(`at byte ${place}`, `#anatomy@${place}`)],
    ]) list.append(make("dt", "", name), make("dd", className, value));
    const mark = index === places.signerCertificate ? make("span", "tag", "the signer's") : undefined;
    section.append(make("details", "", make("summary", "", `${printable(certificate.subject)} `, mark), list));
  }
  return section;
}
