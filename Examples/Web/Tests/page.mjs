// The page in Chromium, and what people do with it.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./browser.mjs";
import { built, project } from "./support.mjs";

export const file = join(built, "receipt.html");
export const ios = join(project, "Examples/Receipts/ios.p7");
export const isVisible = "!document.getElementById('result').hidden";

/** An expression for the text of the first element that a selector matches. */
export const text = (selector) => `document.querySelector(${JSON.stringify(selector)})?.textContent`;

const keys = {
  Enter: { windowsVirtualKeyCode: 13, text: "\r" }, Tab: { windowsVirtualKeyCode: 9 }, Home: { windowsVirtualKeyCode: 36 },
  End: { windowsVirtualKeyCode: 35 }, PageUp: { windowsVirtualKeyCode: 33 }, PageDown: { windowsVirtualKeyCode: 34 },
  ArrowLeft: { windowsVirtualKeyCode: 37 }, ArrowUp: { windowsVirtualKeyCode: 38 },
  ArrowRight: { windowsVirtualKeyCode: 39 }, ArrowDown: { windowsVirtualKeyCode: 40 },
};

export class Page extends Browser {
  /** Opens the page anew, with a view in its address. */
  async open(view = "", address = pathToFileURL(file).href) {
    await this.call("Page.navigate", { url: "about:blank" });
    await this.call("Page.navigate", { url: address + view });
    await this.until("document.readyState === 'complete' && document.body.dataset.ready === 'true'");
  }

  /** Drops files as a person does, on the middle of the frame. */
  async drop(...files) {
    const { x, y } = await this.middle("#drop");
    await this.value("document.getElementById('result').hidden = true"); // what was shown before
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await this.call("Input.dispatchDragEvent", { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
    }
    await this.until(isVisible);
  }

  /** Goes to a view by its tab. */
  async go(view) {
    await this.click(`#tab-${view}`);
    await this.until(`!document.getElementById("view-${view}").hidden`);
  }

  middle(selector) {
    return this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
  }

  async point(type, { x, y }) {
    const button = type === "mouseMoved" ? "none" : "left";
    await this.call("Input.dispatchMouseEvent", { type, x, y, button, clickCount: type === "mouseMoved" ? 0 : 1 });
  }

  async click(place) {
    const { x, y } = typeof place === "string" ? await this.middle(place) : place;
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) await this.point(type, { x, y });
  }

  /** Presses keys one after the other: names of keys, or characters. */
  async press(...names) {
    for (const key of names) {
      const parameters = keys[key] ?? { text: key };
      await this.call("Input.dispatchKeyEvent", { type: "keyDown", key, code: key, ...parameters });
      await this.call("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, ...parameters });
    }
  }

  set(id, value) {
    return this.value(`(() => {
      const field = document.getElementById("${id}");
      field.value = ${JSON.stringify(value)};
      for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
    })()`);
  }

  async choose(id, ...files) {
    const { root } = await this.call("DOM.getDocument");
    const { nodeId } = await this.call("DOM.querySelector", { nodeId: root.nodeId, selector: `#${id}` });
    await this.call("DOM.setFileInputFiles", { nodeId, files });
  }

  /** Everything that the page asks for from now on. */
  async watchRequests() {
    const requests = [];
    this.on("Network.requestWillBeSent", ({ request, type }) => {
      if (type !== "Document" && !/^(blob|data):/.test(request.url)) requests.push(request.url);
    });
    return requests;
  }

  /** Saves downloads into a folder. */
  async saveTo(folder) {
    await this.call("Page.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  }

  resize(width, height) {
    return this.call("Emulation.setDeviceMetricsOverride",
      { width, height, deviceScaleFactor: 1, mobile: width < 500 });
  }

  /** Pictures for whoever wants to see them. */
  async picture(name, { scheme = "light", width = 1280, height = 860 } = {}) {
    if (!process.env.SCREENSHOTS) return;
    await this.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await this.resize(width, height);
    await new Promise((resume) => setTimeout(resume, 100)); // rows are made when their frame has its size
    const { data } = await this.call("Page.captureScreenshot", { format: "png" });
    mkdirSync(process.env.SCREENSHOTS, { recursive: true });
    writeFileSync(join(process.env.SCREENSHOTS, `${name}.png`), data, "base64");
    await this.resize(1280, 860);
    await this.call("Emulation.setEmulatedMedia", { features: [] });
  }
}
