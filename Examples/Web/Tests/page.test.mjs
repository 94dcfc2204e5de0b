import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, before, describe } from "node:test";
import { pathToFileURL } from "node:url";
import { Browser, chromium } from "./browser.mjs";
import { built, project } from "./support.mjs";

const page = join(built, "receipt.html");
const ios = join(project, "Examples/Receipts/ios.p7");
const isVisible = "!document.getElementById('result').hidden";
const text = (selector) => `document.querySelector(${JSON.stringify(selector)})?.textContent`;

describe("The page", { skip: chromium ? false : "no Chromium is installed" }, () => {
  const timeout = 60_000;
  let browser;
  before(async () => { browser = await Browser.start(); });
  after(() => browser.stop());

  async function open(address = pathToFileURL(page).href) {
    await browser.call("Page.navigate", { url: address });
    await browser.until("document.readyState === 'complete' && document.body.dataset.ready === 'true'");
  }

  /** Drops a file as a person does, on the middle of the frame. */
  async function drop(file) {
    const { x, y } = await browser.value(`(() => {
      const { x, y, width, height } = document.getElementById("drop").getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await browser.call("Input.dispatchDragEvent", { type, x, y, data: { items: [], files: [file], dragOperationsMask: 1 } });
    }
    await browser.until(isVisible);
  }

  const set = (id, value) => browser.value(`(() => {
    const field = document.getElementById("${id}");
    field.value = ${JSON.stringify(value)};
    field.dispatchEvent(new Event("input", { bubbles: true }));
  })()`);

  const choose = async (id, file) => {
    const { root } = await browser.call("DOM.getDocument");
    const { nodeId } = await browser.call("DOM.querySelector", { nodeId: root.nodeId, selector: `#${id}` });
    await browser.call("DOM.setFileInputFiles", { nodeId, files: [file] });
  };

  const rows = () => browser.value(
    "Array.from(document.querySelectorAll('tbody tr'), (row) => Array.from(row.cells, (cell) => cell.innerText))");
  const results = () => browser.value("Array.from(document.querySelectorAll('.checks li'), (item) => item.className)");

  /** Pictures for whoever wants to see them. */
  async function picture(name, scheme = "light") {
    if (!process.env.SCREENSHOTS) return;
    await browser.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    const { data } = await browser.call("Page.captureScreenshot", { format: "webp", quality: 80, captureBeyondViewport: true });
    mkdirSync(process.env.SCREENSHOTS, { recursive: true });
    writeFileSync(join(process.env.SCREENSHOTS, `${name}.webp`), data, "base64");
    await browser.call("Emulation.setEmulatedMedia", { features: [] });
  }

  test("A receipt that is dropped is read, and refused by Apple's root", { timeout }, async () => {
    await open();
    await picture("empty");
    await drop(ios);
    assert.equal(await browser.value(text(".verdict h2")), "Not valid");
    assert.deepEqual(await results(), ["passed", "failed", "skipped", "skipped", "skipped", "passed", "skipped"]);
    assert.match(await browser.value(text("dl")), /com\.example\.app.*3\.4\.1.*Production/);
    const purchases = await rows();
    assert.equal(purchases.length, 3);
    assert.deepEqual(purchases[0], ["com.example.app.pro.monthly", "auto-renewable", "1",
      "730001900000912\nfirst 730001800000001", "2025-04-14 08:30:00", "2025-05-14 08:30:00"]);
    assert.equal(purchases[1][0], "com.example.app.pro.monthly\nintroductory offer");
    assert.match(await browser.value(text(".verdict")), /The contents below are not verified/);
    await picture("dropped");
    await drop(join(project, "Tests/Fixtures/Receipts/ios-sha1-purchases.p7"));
    await browser.until(`${text(".tag.bad")}?.startsWith("cancelled 20")`);
  });

  test("What it has to be is checked as it is filled in, with a root of one's own", { timeout }, async () => {
    await open();
    await drop(ios);
    await browser.value("document.getElementById('expectations').open = true");
    await choose("root", join(project, "Tests/Fixtures/authority/root.cer"));
    await browser.until(`${text(".verdict h2")} === "Undetermined"`);
    assert.match(await browser.value(text(".verdict")), /no expectation for: bundle identifier, app version, device, environment/);
    assert.match(await browser.value(text(".verdict")), /Not checked: bundle identifier, app version, device, environment/);
    assert.match(await browser.value(text(".verdict")), /Your own root is trusted/);
    await set("bundleIdentifier", "com.example.other");
    await browser.until(`${text(".verdict h2")} === "Not valid"`);
    assert.match(await browser.value(text(".checks li.failed")), /the receipt says "com\.example\.app"/);
    await set("bundleIdentifier", "com.example.app");
    await set("version", "3.4.1");
    await set("environment", "Production");
    await set("device", "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57");
    await browser.until(`${text(".verdict h2")} === "Valid"`);
    assert.deepEqual(await results(), Array(7).fill("passed"));
    await picture("expectations");
    for (const [id, check] of [["version", "app version"], ["device", "device"]]) {
      const value = await browser.value(`document.getElementById("${id}").value`);
      await set(id, "");
      await browser.until(`${text(".verdict h2")} === "Undetermined"`);
      await browser.value(`document.getElementById("${id}NotChecked").click()`);
      await browser.until(`${text(".verdict h2")} === "Valid"`);
      assert.match(await browser.value(text(".verdict")), new RegExp(`Not checked: ${check}\\.`));
      await set(id, value);
      await browser.until(`document.querySelectorAll(".checks li.passed").length === 7`);
    }
    await set("device", "a telephone");
    await browser.until(`${text("#fault")} !== ""`);
    assert.equal(await browser.value(isVisible), false);
  });

  test("A receipt that is pasted is read; clearing leaves nothing", { timeout }, async () => {
    await open();
    await set("text", readFileSync(join(project, "Examples/Receipts/xcode.b64"), "utf8"));
    await browser.until(isVisible);
    assert.match(await browser.value(text("#result")), /BER in Base64/);
    await browser.value("document.getElementById('clear').click()");
    await browser.until(`!(${isVisible})`);
    assert.equal(await browser.value("document.getElementById('text').value"), "");
  });

  test("The made-up receipt is shown by keyboard alone", { timeout }, async () => {
    await open();
    await browser.value("document.getElementById('sample').focus()");
    for (const type of ["keyDown", "keyUp"]) {
      await browser.call("Input.dispatchKeyEvent", { type, key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" });
    }
    await browser.until(isVisible);
    assert.equal(await browser.value(text(".verdict h2")), "Undetermined");
    assert.equal((await rows()).length, 3);
    assert.equal(await browser.value("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.table'))"), true);
    await picture("sample");
    await picture("sample-dark", "dark");
    await browser.call("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
    assert.equal(await browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
    await picture("sample-narrow");
    await browser.call("Emulation.clearDeviceMetricsOverride");
  });

  test("Something else is called what it is, and a text in it is no markup", { timeout }, async () => {
    await open();
    await set("text", "eyJhbGciOiJFUzI1NiJ9.e30.AA");
    await browser.until(isVisible);
    assert.equal(await browser.value(text(".verdict h2")), "Not a receipt");
    assert.match(await browser.value(text(".checks li.failed")), /StoreKit 2/);
    const bytes = readFileSync(ios);
    bytes.write("<b>bold</b>\u{202E}x", bytes.indexOf("com.example.app"), "utf8");
    await set("text", bytes.toString("base64"));
    await browser.until(`${text("dl")}?.includes("bold")`);
    assert.match(await browser.value(text("dl")), /<b>bold<\/b>\u{FFFD}x/u);
    assert.equal(await browser.value("document.querySelectorAll('#result b').length"), 0);
  });

  test("Every field has a label", { timeout }, async () => {
    await open();
    assert.deepEqual(await browser.value(`Array.from(document.querySelectorAll("input, textarea, select"))
      .filter((field) => field.labels.length !== 1).map((field) => field.id)`), []);
  });

  test("Nothing can leave the page, from a server and from a file", { timeout }, async () => {
    const asked = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.setHeader("content-type", "text/html").end(readFileSync(page));
    });
    server.on("upgrade", ({ url }, socket) => {
      asked.push(`${url}?out`);
      socket.destroy();
    });
    await new Promise((resume) => server.listen(0, "127.0.0.1", resume));
    const address = `http://127.0.0.1:${server.address().port}/`;
    after(() => server.closeAllConnections());
    server.unref();
    for (const origin of [address, pathToFileURL(page).href]) {
      await open(origin);
      await drop(ios);
      const attempts = await browser.value(`(async () => {
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
    await open();
    const folder = join(corpus, "receipts/files");
    await drop(join(folder, readdirSync(folder).find((name) => name.startsWith("production-ios"))));
    assert.equal(await browser.value(text(".verdict h2")), "Undetermined");
    assert.doesNotMatch(await browser.value(text(".verdict")), /Another certificate/);
    assert.match(await browser.value(text("dl")), /Production/);
  });

  test("Nothing went wrong unseen", { timeout }, async () => {
    await open();
    browser.messages.length = 0;
    await drop(ios);
    await browser.value("document.getElementById('sample').click()");
    await browser.until(isVisible);
    assert.deepEqual(browser.messages, []);
  });
});
