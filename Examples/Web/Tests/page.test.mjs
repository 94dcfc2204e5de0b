// What was there before the other views: taking a file, the overview, and that nothing leaves the page.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test, { after, before, describe } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "./browser.mjs";
import { Page, file, ios, isVisible, text } from "./page.mjs";
import { project } from "./support.mjs";

describe("The page", { skip: chromium ? false : "no Chromium is installed" }, () => {
  const timeout = 60_000;
  let page;
  before(async () => { page = await Page.start(); });
  after(() => page.stop());

  const rows = () => page.value(
    "Array.from(document.querySelectorAll('#overview tbody tr'), (row) => Array.from(row.cells, (cell) => cell.innerText))");
  const results = () => page.value(
    "Array.from(document.querySelectorAll('#overview .checks li'), (item) => item.className)");

  test("A receipt that is dropped is read, and refused by Apple's root", { timeout }, async () => {
    await page.open();
    await page.picture("empty");
    await page.drop(ios);
    assert.equal(await page.value(text(".verdict h2")), "Not valid");
    assert.deepEqual(await results(), ["passed", "failed", "skipped", "skipped", "skipped", "passed", "skipped"]);
    assert.match(await page.value(text("#overview .app dl")), /com\.example\.app.*3\.4\.1.*Production/);
    const purchases = await rows();
    assert.equal(purchases.length, 3);
    assert.deepEqual(purchases[0], ["com.example.app.pro.monthly", "auto-renewable", "1",
      "730001900000912\nfirst 730001800000001", "2025-04-14 08:30:00", "2025-05-14 08:30:00"]);
    assert.equal(purchases[1][0], "com.example.app.pro.monthly\nintroductory offer");
    assert.match(await page.value(text(".verdict")), /The contents below are not verified/);
    // Why it is refused is the first that is said.
    const reason = await page.value(text("#overview .checks li.failed .message"));
    assert.ok(reason.startsWith((await page.value(text(".verdict p"))).replace(/^Signature: |\.$/g, "")), reason);
    assert.equal(await page.value(text(".signer h2")), "Claims to be signed by");
    await page.until(`document.querySelectorAll("#overview .access li").length > 0`);
    assert.match(await page.value(text("section:has(> .access) h2")), /if it were valid/);
    await page.picture("dropped");
    await page.drop(join(project, "Tests/Fixtures/Receipts/ios-sha1-purchases.p7"));
    await page.until(`${text(".tag.bad")}?.startsWith("cancelled 20")`);
  });

  test("What it has to be is checked as it is filled in, with a root of one's own", { timeout }, async () => {
    await page.open();
    await page.drop(ios);
    await page.value("document.getElementById('expectations').open = true");
    await page.choose("root", join(project, "Tests/Fixtures/authority/root.cer"));
    await page.until(`${text(".verdict h2")} === "Undetermined"`);
    assert.match(await page.value(text(".verdict")), /no expectation for: bundle identifier, app version, device, environment/);
    assert.match(await page.value(text(".verdict")), /Not checked: bundle identifier, app version, device, environment/);
    assert.match(await page.value(text(".verdict")), /Your own root is trusted/);
    await page.set("bundleIdentifier", "com.example.other");
    await page.until(`${text(".verdict h2")} === "Not valid"`);
    assert.match(await page.value(text("#overview .checks li.failed")), /the receipt says "com\.example\.app"/);
    await page.set("bundleIdentifier", "com.example.app");
    await page.set("version", "3.4.1");
    await page.set("environment", "Production");
    await page.set("device", "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57");
    await page.until(`${text(".verdict h2")} === "Valid"`);
    assert.deepEqual(await results(), Array(7).fill("passed"));
    await page.picture("expectations");
    for (const [id, check] of [["version", "app version"], ["device", "device"]]) {
      const value = await page.value(`document.getElementById("${id}").value`);
      await page.set(id, "");
      await page.until(`${text(".verdict h2")} === "Undetermined"`);
      await page.value(`document.getElementById("${id}NotChecked").click()`);
      await page.until(`${text(".verdict h2")} === "Valid"`);
      assert.match(await page.value(text(".verdict")), new RegExp(`Not checked: ${check}\\.`));
      await page.set(id, value);
      await page.until(`document.querySelectorAll("#overview .checks li.passed").length === 7`);
    }
    await page.set("device", "a telephone");
    await page.until(`${text("#fault")} !== ""`);
    assert.equal(await page.value(isVisible), false);
  });

  test("A receipt that is pasted is read; clearing leaves nothing", { timeout }, async () => {
    await page.open();
    await page.set("text", readFileSync(join(project, "Examples/Receipts/xcode.b64"), "utf8"));
    await page.until(isVisible);
    assert.match(await page.value(text("#overview")), /BER in Base64/);
    await page.value("document.getElementById('clear').click()");
    await page.until(`!(${isVisible})`);
    assert.equal(await page.value("document.getElementById('text').value"), "");
  });

  test("The made-up receipt is shown by keyboard alone", { timeout }, async () => {
    await page.open();
    await page.value("document.getElementById('sample').focus()");
    await page.press("Enter");
    await page.until(isVisible);
    assert.equal(await page.value(text(".verdict h2")), "Undetermined");
    assert.equal((await rows()).length, 3);
    assert.equal(await page.value(text(".signer h2")), "Signed by");
    assert.match(await page.value(text(".signer dl")), /Example App Store Receipt Signing.*Issued by.*Serial number\d+Valid20\d\d-/);
    const bundle = readFileSync(ios).indexOf("com.example.app");
    assert.match(await page.value(text(".app dl")), new RegExp(`com\\.example\\.app at byte ${bundle}App`));
    await page.until(`${text("#overview .access li")}?.includes("Access ended 2025-05-14 08:30:00 UTC: the period was over")`);
    assert.equal(await page.value("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.table'))"), true);
    await page.picture("sample");
    await page.picture("sample-dark", { scheme: "dark" });
    await page.picture("sample-phone", { width: 390, height: 844 });
    await page.resize(390, 844);
    for (const view of ["overview", "anatomy", "timeline", "doctor", "differences", "share"]) {
      await page.go(view);
      assert.equal(await page.value("document.documentElement.scrollWidth <= innerWidth"), true, view);
    }
    await page.call("Emulation.clearDeviceMetricsOverride");
  });

  test("Something else is called what it is, and a text in it is no markup", { timeout }, async () => {
    await page.open();
    await page.set("text", "eyJhbGciOiJFUzI1NiJ9.e30.AA");
    await page.until(isVisible);
    assert.equal(await page.value(text(".verdict h2")), "Not a receipt");
    assert.match(await page.value(text("#overview .checks li.failed")), /StoreKit 2/);
    const bytes = readFileSync(ios);
    bytes.write("<b>bold</b>\u{202E}x", bytes.indexOf("com.example.app"), "utf8");
    await page.set("text", bytes.toString("base64"));
    await page.until(`${text("#overview .app dl")}?.includes("bold")`);
    assert.match(await page.value(text("#overview .app dl")), /<b>bold<\/b>\u{FFFD}x/u);
    assert.equal(await page.value("document.querySelectorAll('#result b').length"), 0);
  });

  test("What takes more than a second shows that it goes on, and can be stopped", { timeout }, async () => {
    const { identifier } = await page.call("Page.addScriptToEvaluateOnNewDocument", { source: `
      window.Worker = class extends Worker {
        postMessage(message) {
          setTimeout(() => super.postMessage(message), message.method === "read" ? 2500 : 0);
        }
      };` });
    await page.open();
    const isBusy = "!document.getElementById('busy').hidden";
    assert.equal(await page.value(isBusy), false);
    await page.drop(ios); // waits until it is shown
    assert.equal(await page.value(isBusy), false);
    await page.set("text", readFileSync(ios).toString("base64"));
    await page.until(isBusy);
    // The page answers meanwhile.
    await page.click("#stop");
    await page.until(`!(${isBusy})`);
    assert.equal(await page.value(isVisible), false);
    await page.call("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    // A new worker goes on.
    await page.drop(ios);
    assert.equal(await page.value(text(".verdict h2")), "Not valid");
  });

  test("Every field has a label", { timeout }, async () => {
    await page.open();
    assert.deepEqual(await page.value(`Array.from(document.querySelectorAll("input, textarea, select"))
      .filter((field) => field.labels.length !== 1).map((field) => field.id)`), []);
  });

  test("Nothing can leave the page, from a server and from a file", { timeout }, async () => {
    const asked = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.setHeader("content-type", "text/html").end(readFileSync(file));
    });
    server.on("upgrade", ({ url }, socket) => {
      asked.push(`${url}?out`);
      socket.destroy();
    });
    await new Promise((resume) => server.listen(0, "127.0.0.1", resume));
    const address = `http://127.0.0.1:${server.address().port}/`;
    after(() => server.closeAllConnections());
    server.unref();
    for (const origin of [address, pathToFileURL(file).href]) {
      await page.open("", origin);
      await page.drop(ios);
      const attempts = await page.value(`(async () => {
        const blocked = [];
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => blocked.push(effectiveDirective));
        const failed = async (name, attempt) => await Promise.resolve().then(attempt).then(() => name, () => "");
        const results = [
          await failed("fetch", () => fetch("${address}?out")),
          await failed("socket", () => new Promise((resolve, reject) => {
            const socket = new WebSocket("${address.replace("http", "ws")}");
            socket.onopen = resolve;
            socket.onerror = reject;
          })),
          await failed("image", () => new Promise((resolve, reject) => {
            Object.assign(new Image(), { onload: resolve, onerror: reject, src: "${address}?out" });
          })),
          await failed("worker", () => new Promise((resolve, reject) => {
            Object.assign(new Worker("${address}?out"), { onmessage: resolve, onerror: reject });
          })),
          // A worker has the policy of its page.
          await failed("fetch of a worker", () => new Promise((resolve, reject) => {
            const source = "fetch('${address}?out').then(() => postMessage(0), () => setTimeout(() => { throw 0; }))";
            const worker = new Worker(URL.createObjectURL(new Blob([source])));
            Object.assign(worker, { onmessage: resolve, onerror: reject });
          })),
          await failed("evaluation", () => new Function("return 1")()),
        ];
        navigator.sendBeacon("${address}?out"); // says nothing about what became of it
        const script = document.createElement("script");
        script.textContent = "window.injected = true";
        document.body.append(script);
        await new Promise((resume) => setTimeout(resume, 100));
        return { succeeded: results.filter((name) => name !== ""), injected: window.injected ?? false, blocked };
      })()`);
      assert.deepEqual(attempts.succeeded, []);
      assert.equal(attempts.injected, false);
      for (const directive of ["connect-src", "img-src", "script-src-elem"]) assert.ok(attempts.blocked.includes(directive), directive);
    }
    assert.equal(asked[0], "/");
    assert.deepEqual(asked.filter((url) => url.includes("?out")), []);
  });

  const corpus = process.env.RECEIPT_CORPUS;
  test("A real receipt is valid without being told any root", { skip: corpus ? false : "RECEIPT_CORPUS is not set", timeout }, async () => {
    await page.open();
    const folder = join(corpus, "receipts/files");
    await page.drop(join(folder, readdirSync(folder).find((name) => name.startsWith("production-ios"))));
    assert.equal(await page.value(text(".verdict h2")), "Undetermined");
    assert.doesNotMatch(await page.value(text(".verdict")), /Your own root/);
    assert.match(await page.value(text("#overview .app dl")), /Production/);
  });

  test("Nothing went wrong unseen", { timeout }, async () => {
    await page.open();
    page.messages.length = 0;
    await page.drop(ios);
    await page.value("document.getElementById('sample').click()");
    await page.until(isVisible);
    assert.deepEqual(page.messages, []);
  });
});
