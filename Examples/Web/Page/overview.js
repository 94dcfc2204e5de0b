// The overview: the verdict, each check, and what the receipt says.

import { element, link, make, printable, time } from "./elements.js";
import { purchases } from "./purchases.js";

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

/** Shows the module's answer about a file. */
export function showOverview({ answer, hasOwnRoot }) {
  const { receipt, report, form } = answer;
  const sections = [verdict(answer, hasOwnRoot), checks(report)];
  if (receipt?.problems) {
    const problems = make("ul", "", ...receipt.problems.map((problem) => make("li", "", printable(problem))));
    sections.push(make("section", "bad", make("h2", "", "Problems"), problems));
  }
  if (receipt) sections.push(app(receipt, form), purchases(receipt.inApp), certificates(receipt));
  element("overview").replaceChildren(...sections);
}

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
  if (!receipt) text.append(make("p", "", "The ", link("doctor", "#doctor"), " says what it is, the ", link("anatomy", "#anatomy"), " how far it goes."));
  if (receipt && report.valid === false) text.append(make("p", "", "The contents below are not verified."));
  section.append(text);
  return section;
}

function checks(report) {
  const list = make("ul", "checks");
  for (const { check, result, message, code, offset } of report.checks) {
    const mark = make("span", "mark", { passed: "✓", failed: "✗", skipped: "–" }[result]);
    mark.setAttribute("aria-hidden", "true");
    const text = make("span", "message", printable(message), code ? make("span", "quiet", ` (${code})`) : undefined);
    if (offset !== undefined) text.append(" ", link("Show the byte", `#anatomy@${offset}`));
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
