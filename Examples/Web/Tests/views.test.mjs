// Timeline, doctor, differences and sharing in Chromium.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, afterEach, before, beforeEach, describe } from "node:test";
import { chromium } from "./browser.mjs";
import { Page, ios, text } from "./page.mjs";
import { project } from "./support.mjs";

describe("The views", { skip: chromium ? false : "no Chromium is installed" }, () => {
  const timeout = 60_000;
  const folder = mkdtempSync(join(tmpdir(), "views-"));
  let page;
  let requests;
  before(async () => {
    page = await Page.start();
    await page.saveTo(folder);
  });
  beforeEach(async () => {
    await page.open();
    page.messages.length = 0;
    requests = await page.watchRequests();
  });
  afterEach(() => {
    assert.deepEqual(page.messages, []);
    assert.deepEqual(requests, []);
  });
  after(async () => {
    await page.stop();
    rmSync(folder, { recursive: true });
  });

  /** The contents of a file that the page saves. */
  async function saved(name) {
    for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
      if (existsSync(join(folder, name))) return readFileSync(join(folder, name));
      await new Promise((resume) => setTimeout(resume, 20));
    }
    throw new Error(`${name} is not among ${readdirSync(folder)}`);
  }

  const picture = "document.getElementById('picture').shadowRoot";

  test("The timeline says what is owned at any instant, and why", { timeout }, async () => {
    await page.value("document.getElementById('sample').click()");
    await page.until("!document.getElementById('result').hidden");
    await page.go("timeline");
    await page.until(`${picture}.querySelectorAll("rect").length >= 3`);
    await page.until(`${text("#owned li")}?.includes("not owned")`);
    assert.match(await page.value(text("#owned li")), /com\.example\.app\.pro\.monthly/);
    const after = await page.value(`${picture}.innerHTML`);
    await page.set("date", "2025-03-01T00:00:00");
    await page.until(`${text("#owned li.passed")}?.includes("owned")`);
    assert.notEqual(await page.value(`${picture}.innerHTML`), after, "the line moved");
    await page.picture("timeline", { width: 1100, height: 580 });
    await page.picture("timeline-dark", { scheme: "dark", width: 1100, height: 580 });
    await page.picture("timeline-phone", { width: 390, height: 844 });
    // By keyboard alone.
    await page.value("document.getElementById('instant').focus()");
    await page.press("End");
    await page.until(`${text("#owned li.skipped")}?.includes("not owned")`);
    const at = await page.value("document.getElementById('date').value");
    assert.ok(at > "2025-05-14", at);
    await page.press("Home");
    await page.until(`document.getElementById("date").value < "2025-02-14T09:30:00"`);
    await page.until(`${text("#owned li")}?.includes("not owned")`);
    await page.click("#now");
    await page.until(`document.getElementById("date").value > "2026"`);
  });

  test("The picture is saved as SVG", { timeout }, async () => {
    await page.drop(ios);
    await page.go("timeline");
    await page.until(`${picture}.querySelectorAll("rect").length >= 3`);
    await page.click("#save-picture");
    const svg = (await saved("ios.svg")).toString();
    assert.match(svg, /^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.match(svg, /com\.example\.app\.pro\.monthly/);
    assert.doesNotMatch(svg, /<script|https?:\/\/(?!www\.w3\.org)/);
  });

  test("A receipt without purchases has no timeline", { timeout }, async () => {
    await page.drop(join(project, "Tests/Fixtures/Receipts/macos-sha256-no-purchases.p7"));
    await page.go("timeline");
    await page.until("!document.getElementById('timeline-none').hidden");
    assert.equal(await page.value("document.getElementById('timeline-some').hidden"), true);
  });

  test("The doctor says what something is, and takes the receipt out of it", { timeout }, async () => {
    const request = join(folder, "request.json");
    writeFileSync(request, JSON.stringify({ "receipt-data": readFileSync(ios).toString("base64"), password: "x" }));
    await page.drop(request);
    await page.go("doctor");
    await page.until("document.querySelectorAll('#doctor section').length === 2");
    assert.match(await page.value(text("#doctor")), /request to verifyReceipt/);
    await page.picture("doctor");
    await page.click("#doctor section:last-child button:last-child");
    assert.deepEqual(await saved("request-repaired.p7"), readFileSync(ios));
    await page.click("#doctor section:last-child button:first-child");
    await page.until(`${text("#name")}.startsWith("request-repaired.p7") && !document.getElementById("result").hidden`);
    await page.go("overview");
    assert.match(await page.value(text("#overview .app dl")), /com\.example\.app/);
  });

  test("Anything else is named, too", { timeout }, async () => {
    const thing = join(folder, "thing");
    for (const [contents, expected] of [
      ["<!DOCTYPE html><html><body>502</body></html>", /HTML/], ["eyJhbGciOiJFUzI1NiJ9.e30.AA", /StoreKit 2|JWS|JSON Web/],
      [readFileSync(join(project, "Tests/Fixtures/authority/root.cer")), /certificate/i], [readFileSync(ios).subarray(0, 2500), /truncated/],
    ]) {
      writeFileSync(thing, contents);
      await page.open("#doctor");
      await page.drop(thing);
      await page.until("document.querySelectorAll('#doctor li').length > 0");
      assert.match(await page.value(text("#doctor")), expected);
    }
  });

  test("Two files that are dropped together are compared", { timeout }, async () => {
    await page.drop(ios, join(project, "Examples/Receipts/macos.p7"));
    await page.until("document.querySelectorAll('#compared tbody tr').length > 0");
    assert.equal(await page.value("location.hash"), "#differences");
    const headers = "Array.from(document.querySelectorAll('#compared thead th'), ({ textContent }) => textContent)";
    assert.deepEqual(await page.value(headers), ["Where", "ios.p7", "macos.p7"]);
    assert.match(await page.value(text("#compared")), /bundle/i);
    await page.picture("differences");
    // An answer of Apple is the second, whichever was dropped first.
    const answer = join(folder, "answer.json");
    writeFileSync(answer, JSON.stringify({ status: 0, receipt: { bundle_id: "com.example.other" } }));
    await page.open();
    await page.drop(answer, ios);
    await page.until("document.querySelectorAll('#compared tbody tr').length > 0");
    assert.deepEqual(await page.value(headers), ["Where", "ios.p7", "answer.json"]);
    assert.match(await page.value(text("#compared")), /com\.example\.other/);
    // The other one by itself.
    await page.open("#differences");
    await page.drop(ios);
    await page.choose("other", ios);
    await page.until(`${text("#compared h2")} === "No differences"`);
  });

  test("A redacted receipt is saved, with what was replaced marked", { timeout }, async () => {
    await page.drop(ios);
    await page.go("share");
    await page.click("#redact");
    await page.until("document.querySelectorAll('#redacted button').length === 2");
    await page.click("#redacted button:first-child");
    const [original, redacted] = [readFileSync(ios), await saved("ios-redacted.p7")];
    assert.equal(redacted.length, original.length);
    assert.equal(redacted.includes("com.example.app"), false);
    await page.click("#redacted button:last-child");
    await page.until("document.querySelectorAll('.bytes-row i.replaced').length > 0");
    assert.equal(await page.value("location.hash.split('@')[0]"), "#anatomy");
    assert.equal(await page.value("document.getElementById('legend-replaced').hidden"), false);
    await page.picture("redacted");
    // Each byte that differs is marked, as far as it is visible.
    const wrong = await page.value(`(() => {
      const original = Uint8Array.from(atob("${original.toString("base64")}"), (character) => character.charCodeAt(0));
      return [...document.querySelectorAll(".bytes-row")].flatMap((row) => {
        const start = parseInt(row.firstChild.textContent, 16);
        const marked = [...row.querySelectorAll(".characters i.replaced")]
          .map(({ style }) => [parseInt(style.left), parseInt(style.left) + parseInt(style.width)]);
        const bytes = row.querySelector(".hexadecimal").textContent.trim().split(/ +/).map((pair) => parseInt(pair, 16));
        return bytes.map((byte, place) => [byte !== original[start + place], marked.some(([first, end]) => first <= place && place < end), start + place])
          .filter(([differs, isMarked]) => differs && !isMarked).map(([, , offset]) => offset);
      });
    })()`);
    assert.deepEqual(wrong, []);
  });

  test("The tabs go by arrow keys, and each has an address", { timeout }, async () => {
    await page.drop(ios);
    await page.value("document.getElementById('tab-overview').focus()");
    for (const view of ["anatomy", "timeline", "doctor", "differences", "share", "overview"]) {
      await page.press("ArrowRight");
      await page.until(`document.activeElement.id === "tab-${view}" && location.hash.startsWith("#${view}")`);
      assert.equal(await page.value(`document.querySelectorAll("[role=tab][aria-selected=true]").length`), 1);
      assert.equal(await page.value("document.querySelectorAll('[role=tabpanel]:not([hidden])').length"), 1);
    }
    await page.value("history.back()");
    await page.until("!document.getElementById('view-share').hidden");
  });
});
