// Chromium without a window, driven through a pipe: bytes 0 end messages. No package, no port.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The first Chromium that is installed. */
export const chromium = [process.env.CHROMIUM, "chromium-headless-shell", "chromium", "google-chrome"]
  .find((name) => name && spawnSync(name, ["--version"]).status === 0);

/** A browser with one page. */
export class Browser {
  #process;
  #profile = mkdtempSync(join(tmpdir(), "page-"));
  #number = 0;
  #waiting = new Map();
  #session;
  #listeners = new Map();

  /** What went wrong in the page. */
  messages = [];

  static async start() {
    const browser = new this();
    // Runs as whoever runs the tests, in a container too, where Chromium's own sandbox has no rights.
    browser.#process = spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
      `--user-data-dir=${browser.#profile}`, "--window-size=1100,900", "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let rest = "";
    browser.#process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const messages = (rest + text).split("\0");
      rest = messages.pop();
      messages.forEach((message) => browser.#receive(JSON.parse(message)));
    });
    const { targetInfos } = await browser.#send("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page");
    browser.#session = (await browser.#send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await browser.call(`${domain}.enable`);
    return browser;
  }

  /** Calls a method of the DevTools protocol for the page. */
  call(method, parameters) {
    return this.#send(method, parameters, this.#session);
  }

  /** Calls a function with what each event says; one function for an event. */
  on(event, listener) {
    this.#listeners.set(event, listener);
  }

  /** The value of an expression, which may be a promise. */
  async value(expression) {
    const { result, exceptionDetails } =
      await this.call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    for (const deadline = Date.now() + 15_000; Date.now() < deadline;) {
      if (await this.value(expression)) return;
      await new Promise((resume) => setTimeout(resume, 20));
    }
    throw new Error(`never: ${expression}\n${this.messages.join("\n")}`);
  }

  async stop() {
    const ended = new Promise((resume) => this.#process.once("exit", resume));
    this.#send("Browser.close").catch(() => {});
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #send(method, params = {}, sessionId) {
    const id = ++this.#number;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive({ id, result, error, method, params }) {
    if (id !== undefined) {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) reject(new Error(error.message)); else resolve(result);
    } else if (this.#listeners.has(method)) {
      this.#listeners.get(method)(params);
    } else if (method === "Runtime.exceptionThrown") {
      this.messages.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === "Log.entryAdded") {
      this.messages.push(params.entry.text);
    }
  }
}
