// The engine's half of the page that asks. The worker's source is part of this very file, so it works without a server.

/** Asks the module in its worker, one question after the other. */
export class Engine {
  #source;
  #module;
  #worker;
  #opened;
  #number = 0;
  #waiting = new Map();
  #timer;

  /** Called with true when an answer takes longer than a second, and with false when it has come. */
  onBusy = () => {};

  /**
   * @param {string} source the worker's script.
   * @param {Uint8Array} module the WebAssembly module, compressed with LZMA.
   */
  constructor(source, module) {
    this.#source = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#module = module;
    this.#start();
  }

  #start() {
    this.#worker = new Worker(this.#source);
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.stop(event.message);
    };
    this.ready = this.#ask("start", this.#module);
  }

  /** Ends whatever is being computed. The file has to be opened again. */
  stop(reason = "stopped") {
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#start();
    waiting.forEach(({ reject }) => reject(new Error(reason)));
    this.#watch();
  }

  /** Takes a file, which all other questions are about. */
  open(bytes) {
    return this.#ask("open", bytes);
  }

  /** Reads and checks it: see `ReceiptReader.read`. */
  read(expectations) {
    return this.#ask("read", expectations);
  }

  /** Looks into it: see `ReceiptReader.inspect`. */
  inspect(question) {
    return this.#ask("inspect", question);
  }

  #ask(method, argument) {
    const id = ++this.#number;
    this.#worker.postMessage({ id, method, argument });
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#watch();
    return answer;
  }

  #receive({ id, answer, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) resolve(answer); else reject(new Error(error));
    this.#watch();
  }

  #watch() {
    if (this.#waiting.size > 0) {
      this.#timer ??= setTimeout(() => this.onBusy(true), 1000);
    } else {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.onBusy(false);
    }
  }
}
