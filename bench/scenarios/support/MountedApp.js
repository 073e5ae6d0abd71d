import { startStopwatch } from '../../runner/stopwatch.js';
import { assertEqual } from '../../data/assertEqual.js';

const LONGEST_WAIT_MS = 10_000;

/** An app of a contender in the document, and what its rows did. */
export class MountedApp {
  #host;
  #app;
  #root;
  #container;
  #rows;
  #error;

  static async open(contender, data, host) {
    const mounted = new MountedApp(contender.open(data.parse()), host);
    await mounted.mount(data.n);
    return mounted;
  }

  constructor(app, host) {
    this.#app = app;
    this.#host = host;
  }

  get app() {
    return this.#app;
  }

  get probe() {
    return this.#host.probe;
  }

  /** Gives how long it took until all rows were in the document and, as `flushSync` has it, their effects had run, in ms. */
  async mount(n) {
    const { probe, createRoot, flushSync } = this.#host;
    this.#container = document.body.appendChild(document.createElement('div'));
    probe.reset();
    const stop = startStopwatch();
    this.#root = createRoot(this.#container, {
      onUncaughtError: (error) => {
        this.#error = error;
      },
    });
    flushSync(() => this.#root.render(this.#app.element));
    if (probe.commits < n) await this.until(() => probe.commits >= n, 'all rows are shown');
    const time = stop();
    this.#rows = [...this.#container.querySelectorAll('li')];
    assertEqual(this.#rows.length, n, 'rows in the document');
    await this.settle();
    return time;
  }

  unmount() {
    this.#host.flushSync(() => this.#root.unmount());
    this.#container.remove();
    this.#rows = this.#root = this.#container = undefined;
  }

  /** Does something and waits for `rows` rows to be in the document again. Gives how long that took, in ms. */
  async time(act, rows) {
    const { probe } = this;
    probe.reset();
    const stop = startStopwatch();
    act(this.#app);
    await this.until(() => probe.commits >= rows, `${rows} rows are shown anew`);
    return stop(probe.lastCommit);
  }

  /** Does something that no row shows. Gives how long it took until React had nothing left to do. */
  async timeUnseen(act) {
    this.probe.reset();
    const stop = startStopwatch();
    act(this.#app);
    await nextTask();
    await nextTask();
    return stop();
  }

  async until(isReached, what) {
    const end = performance.now() + LONGEST_WAIT_MS;
    while (!isReached()) {
      if (this.#error !== undefined) throw this.#error;
      if (performance.now() > end) throw new Error(`Waited in vain until ${what}.`);
      await nextTask();
    }
  }

  /** Until timers and React have had their turn. */
  async settle() {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await nextTask();
    await nextTask();
  }

  textOf(place) {
    return this.#rows[place].textContent;
  }

  close() {
    this.unmount();
    this.#app.close?.();
  }
}

/** A turn of the queue that React works in: `setImmediate` in Node, messages in browsers. */
function nextTask() {
  return new Promise((resolve) => {
    if (globalThis.setImmediate) {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
