// The anatomy in Chromium: by pointer, by keyboard, and with what is broken.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before, describe } from "node:test";
import { chromium } from "./browser.mjs";
import { Page, ios, text } from "./page.mjs";
import { project } from "./support.mjs";

describe("The anatomy", { skip: chromium ? false : "no Chromium is installed" }, () => {
  const timeout = 60_000;
  const folder = mkdtempSync(join(tmpdir(), "anatomy-"));
  const receipt = readFileSync(ios);
  // The bundle identifier's value: its identifier, its length, then its characters.
  const bundle = receipt.indexOf("com.example.app") - 2;
  let page;
  before(async () => {
    page = await Page.start();
    await page.resize(1280, 860);
  });
  after(async () => {
    await page.stop();
    rmSync(folder, { recursive: true });
  });

  async function open(file = ios, view = "#anatomy") {
    await page.open(view);
    await page.drop(file);
    await page.until("document.querySelectorAll('#tree .node').length > 0 && document.querySelector('#part h2') !== null");
  }

  /** The active row: what a screen reader reads. */
  const active = () => page.value(`(() => {
    const row = document.getElementById(document.getElementById("tree").getAttribute("aria-activedescendant"));
    return row && {
      id: row.id, name: row.querySelector(".name").textContent, level: row.ariaLevel, position: row.ariaPosInSet, size: row.ariaSetSize,
      selected: row.ariaSelected, expanded: row.ariaExpanded,
    };
  })()`);
  const activeId = "document.getElementById('tree').getAttribute('aria-activedescendant')";

  /** What is marked, from the marks themselves: kind and offsets of the visible bytes. */
  const marks = () => page.value(`(() => {
    const found = {};
    for (const row of document.querySelectorAll(".bytes-row")) {
      const start = parseInt(row.querySelector(".place").textContent, 16);
      for (const mark of row.querySelectorAll(".characters i")) {
        const [first, count] = [parseInt(mark.style.left), parseInt(mark.style.width)];
        const range = found[mark.className] ??= [start + first, start + first + count];
        range[0] = Math.min(range[0], start + first);
        range[1] = Math.max(range[1], start + first + count);
      }
    }
    return found;
  })()`);

  /** Waits until the cursor is on a byte. */
  const cursor = (offset) => page.until(`(() => {
    const mark = document.querySelector(".characters i.cursor");
    return mark && parseInt(mark.closest(".bytes-row").firstChild.textContent, 16) + parseInt(mark.style.left) === ${offset};
  })()`);

  /** Where a byte is on the screen: in hexadecimal, or as a character. */
  const byteAt = (offset, part = "hexadecimal") => page.value(`(() => {
    const row = [...document.querySelectorAll(".bytes-row")]
      .find((row) => parseInt(row.querySelector(".place").textContent, 16) === ${offset - offset % 16});
    const { x, y, width, height } = row.querySelector(".${part}").getBoundingClientRect();
    const place = ${offset % 16};
    const column = "${part}" === "characters" ? place + 0.5 : 3 * place + (place >= 8 ? 1 : 0) + 1;
    return { x: x + column * width / ("${part}" === "characters" ? 16 : 48), y: y + height / 2 };
  })()`);

  test("A click on a byte selects the innermost part, with identifier, length and contents marked", { timeout }, async () => {
    await open();
    await page.press("Tab");
    for (const part of ["hexadecimal", "characters"]) {
      await page.click("#tab-anatomy");
      await page.value("document.getElementById('bytes').scrollTop = 0");
      await page.click(await byteAt(bundle + 4, part));
      await page.until(`${activeId} === "node-${bundle}"`);
      const { identifier, length, contents, cursor } = await marks();
      assert.deepEqual(identifier, [bundle, bundle + 1]);
      assert.deepEqual(length, [bundle + 1, bundle + 2]);
      assert.deepEqual(contents, [bundle + 2, bundle + 17]);
      assert.deepEqual(cursor, [bundle + 4, bundle + 5]);
    }
    assert.match(await page.value(text("#part")), new RegExp(`com\\.example\\.app.*at byte ${bundle} .*15 bytes from byte ${bundle + 2} `));
    assert.match(await page.value(text("#path")), /Bundle identifier/i);
    await page.until(`location.hash === "#anatomy@${bundle + 4}"`);
    await page.picture("anatomy");
    await page.picture("anatomy-dark", { scheme: "dark" });
    await page.picture("anatomy-phone", { width: 390, height: 844 });
  });

  test("An address with a byte shows it", { timeout }, async () => {
    await open(ios, `#anatomy@${bundle}`);
    await page.until(`${activeId} === "node-${bundle}"`);
    await page.value(`location.hash = "#anatomy@0"`);
    await page.until(`${activeId} === "node-0"`);
    // Another file has other bytes there.
    await page.drop(join(project, "Examples/Receipts/macos.p7"));
    assert.equal(await page.value("location.hash"), "#anatomy");
  });

  test("The pointer on a part or a byte marks it for as long", { timeout }, async () => {
    await open();
    const whole = await marks();
    assert.equal(whole.contents[0], 4);
    await page.point("mouseMoved", await byteAt(bundle + 3));
    await page.until(`document.querySelector("i.length")?.closest(".bytes-row").textContent.startsWith("${(bundle - bundle % 16).toString(16).padStart(4, "0")}")`);
    assert.deepEqual((await marks()).contents, [bundle + 2, bundle + 17]);
    assert.equal(await page.value(activeId), "node-0");
    await page.point("mouseMoved", { x: 1, y: 1 });
    await page.until(`document.querySelector("i.identifier").closest(".bytes-row").textContent.startsWith("0000")`);
    await page.point("mouseMoved", await page.middle("#tree .node:nth-child(2)"));
    await page.until(`document.querySelector("i.contents").style.width !== "12ch"`);
    assert.deepEqual((await marks()).identifier, [4, 5]);
  });

  test("The arrow keys go through the tree as WAI-ARIA says", { timeout }, async () => {
    await open();
    await page.value("document.getElementById('tree').focus()");
    await page.press("Home");
    assert.deepEqual(await active(), {
      id: "node-0", name: (await active()).name, level: "1", position: "1", size: "1", selected: "true", expanded: "true",
    });
    const go = async (key, id) => {
      await page.press(key);
      await page.until(`${activeId} === "node-${id}"`);
    };
    await go("ArrowRight", 4); // into it
    await go("ArrowDown", 15);
    assert.deepEqual(await page.value("[document.querySelector('#node-15').ariaLevel, document.querySelector('#node-15').ariaPosInSet]"), ["2", "2"]);
    await page.press("ArrowLeft"); // closes it
    await page.until("document.querySelector('#node-15').ariaExpanded === 'false' && document.querySelector('#node-19') === null");
    await page.press("ArrowRight"); // opens it
    await page.until("document.querySelector('#node-15').ariaExpanded === 'true'");
    await go("ArrowRight", 19);
    await go("ArrowUp", 15);
    await page.press("Home");
    await page.until(`${activeId} === "node-0"`);
    await page.press("End");
    await page.until(`${activeId} !== "node-0"`);
    assert.ok(await active(), "the active row is in the document");
    await page.press("PageUp");
    assert.ok(await active());
    // Enter closes the root, and nothing else is left to see.
    await page.press("Home", "Enter");
    await page.until("document.querySelectorAll('#tree .node').length === 1");
    await page.press("*");
    await page.until("document.querySelectorAll('#tree .node').length > 2");
  });

  test("The arrow keys go through the bytes", { timeout }, async () => {
    await open();
    await page.value("document.getElementById('bytes').focus()");
    await page.press("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft");
    await cursor(17);
    await page.press("End");
    await cursor(receipt.length - 1);
    assert.match(await page.value(text("#path")), /›/);
    await page.press("PageUp", "Home");
    await cursor(0);
    await page.until(`${activeId} === "node-0"`);
  });

  test("A value is copied whole", { timeout }, async () => {
    await open(ios, `#anatomy@${bundle + 2}`);
    await page.until(`${activeId} === "node-${bundle}"`);
    await page.value(`navigator.clipboard.writeText = async (text) => { window.copied = text; }`);
    const value = receipt.subarray(bundle + 2, bundle + 17);
    for (const [label, expected] of [["text", value.toString()], ["hexadecimal", value.toString("hex")], ["Base64", value.toString("base64")]]) {
      await page.value(`[...document.querySelectorAll("#part button")].find(({ textContent }) => textContent === "${label}").click()`);
      await page.until(`window.copied === ${JSON.stringify(expected)}`);
      await page.until(`${text("#part [role=status]")} === "Copied 15 bytes as ${label}."`);
    }
  });

  test("Names, texts, bytes and offsets are found", { timeout }, async () => {
    await open();
    const find = async (wanted, offset) => {
      await page.set("findText", wanted);
      await page.value("document.getElementById('find').requestSubmit()");
      await cursor(offset);
    };
    await find("06 09 2a", 4);
    await find("com.example.app", bundle + 2);
    await find("com.example.app", receipt.indexOf("com.example.app", bundle + 3));
    await find("@330", 330);
    await find("0x14A", 330);
    // A certificate is closed at first.
    const identifier = [0x06, 0x03, 0x55, 0x1d, 0x23];
    await find("AuthorityKeyIdentifier", receipt.indexOf(Buffer.from(identifier)) - 2);
    await page.set("findText", "not in it");
    await page.value("document.getElementById('find').requestSubmit()");
    await page.until(`${text("#found")} === "Not found."`);
  });

  test("The signer and its certificate lead to each other", { timeout }, async () => {
    await page.open();
    await page.drop(ios);
    const place = async (selector) => Number(/byte (\d+)/.exec(await page.value(text(selector)))[1]);
    const [certificate, signer] = [await place(".signer dd:nth-of-type(1) a"), await place(".signer dd:nth-of-type(5) a")];
    await page.click(".signer dd:nth-of-type(1) a");
    await page.until(`${activeId} === "node-${certificate}"`);
    assert.equal((await active()).name, "certificate");
    assert.match(await page.value(text("#part .remark")), /The signer names this certificate, but the signature is not proven/);
    await page.click("#part .remark a");
    await page.until(`${activeId} === "node-${signer}"`);
    assert.equal((await active()).name, "signerInfo");
    assert.match(await page.value(text("#part .remark")), /^Claims to be signed by “Example App Store Receipt Signing”/);
    // With the root that it was made with, it is more than a claim.
    await page.open();
    await page.value("document.getElementById('sample').click()");
    await page.until("!document.getElementById('result').hidden");
    await page.click(".signer dd:nth-of-type(5) a");
    await page.until(`${text("#part .remark")}?.startsWith("Signed by “Example App Store Receipt Signing”")`);
  });

  test("Offsets and lengths are there on demand", { timeout }, async () => {
    await open();
    assert.equal(await page.value("document.querySelector('#node-0 .place').offsetWidth"), 0);
    await page.click("#detailed");
    assert.equal(await page.value("document.querySelector('#node-4 .place').innerText"), "4");
    assert.equal(await page.value("document.querySelector('#node-4 .lengths').innerText"), "2 + 9");
    await page.picture("anatomy-detailed");
  });

  test("A broken receipt is shown up to its fault, whose byte is marked", { timeout }, async () => {
    const broken = join(folder, "broken.p7");
    for (const length of [3000, 340, 4000]) {
      writeFileSync(broken, receipt.subarray(0, length));
      await open(broken);
      assert.deepEqual((await marks()).fault, [length, length + 1]);
      assert.match(await page.value(text("#fault-text")), /truncated/);
      assert.match(await page.value(activeId), /^fault-/);
      assert.match((await active()).name, /truncated/);
      // The parts before it are there.
      await page.value("document.getElementById('tree').focus()");
      await page.press("ArrowUp");
      await page.until(`${activeId} .startsWith("node-")`);
      assert.ok(Number((await active()).id.replace("node-", "")) < length);
      await page.click("#fault-show");
      await page.until(`${activeId} .startsWith("fault-")`);
      if (length === 3000) await page.picture("broken");
    }
    // The length of the attribute is too long: the next one is in it.
    const damaged = Buffer.from(receipt);
    damaged[bundle - 9] = 0x7F;
    writeFileSync(broken, damaged);
    await open(broken);
    const [, offset] = /byte (\d+)/.exec(await page.value(text("#fault-text")));
    assert.equal((await marks()).fault[0], Number(offset));
    await page.until(`${activeId} === "node-${offset}"`);
    await page.picture("broken-dark", { scheme: "dark" });
  });

  test("A check that failed at a byte is marked, too", { timeout }, async () => {
    await page.open();
    await page.drop(ios);
    await page.click("#overview .checks a");
    await page.until("document.querySelector('.bytes-row i.fault') !== null");
    const [, offset] = /byte (\d+)/.exec(await page.value(text("#overview .checks li.failed")));
    assert.equal((await marks()).fault[0], Number(offset));
    assert.match(await page.value(text("#fault-text")), /trusted root/);
  });

  test("BER is shown as it is, in Base64 too", { timeout }, async () => {
    await open(join(project, "Examples/Receipts/xcode.b64"));
    assert.match(await page.value(text(".bytes-row")), /^000030 80 /);
  });

  test("Only what is visible is in the document", { timeout }, async () => {
    await open();
    await page.value("document.getElementById('tree').focus()");
    await page.press("Home", "*", "End", "*");
    assert.ok(await page.value("document.querySelectorAll('#tree .node').length") < 60);
    assert.ok(await page.value("document.querySelectorAll('.bytes-row').length") < 60);
    assert.deepEqual(page.messages, []);
  });
});
