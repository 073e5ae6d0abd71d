import { createElement as h, useState } from 'react';
import { createRoot } from '../apps/support/host.js';
import { assertEqual } from '../data/assertEqual.js';
import { dataOf } from '../data/dataOf.js';
import { titlePatches } from '../data/makePatches.js';
import { countFrames, nextFrame } from './frames.js';

/** How often updates that are due are sent, ms: browsers grant no shorter interval. */
const TICK_MS = 4;
const LONGEST_WAIT_MS = 20_000;

let storm;

/** Mounts an app of n rows beside a text field. */
globalThis.openStorm = async (id, n) => {
  const { contender } = await import(`/apps/${id}.js`);
  const { parse, issues } = dataOf(n, contender);
  const app = contender.open(parse());
  const container = document.body.appendChild(document.createElement('div'));
  createRoot(container).render(h('main', null, h(TextField), app.element));
  while (container.querySelectorAll('li').length < n) await nextFrame();
  container.querySelector('input').focus();
  storm = new Storm(app, container, issues);
};

globalThis.startStorm = (perSecond) => storm.start(perSecond);
globalThis.watchStorm = () => storm.watch();
globalThis.stopStorm = () => storm.stop();
/** Gives how long the rows were behind the last update, ms. */
globalThis.settleStorm = (typed) => storm.settle(typed);

function TextField() {
  const [text, setText] = useState('');
  return h('input', { value: text, onChange: ({ target }) => setText(target.value) });
}

/** Updates of single rows, each in a task of its own, as messages of a socket are. */
class Storm {
  #app;
  #container;
  #issues;
  #expected;
  #next;
  #timer;
  #channel = new MessageChannel();
  #sent = 0;
  #arrived = 0;
  #latencies = [];
  #stopCounting;

  constructor(app, container, issues) {
    this.#app = app;
    this.#container = container;
    this.#issues = issues;
    this.#expected = issues.map(({ title, author }) => `${title} by ${author.name}`);
    this.#next = titlePatches(issues);
    this.#channel.port1.addEventListener('message', () => this.#update());
    this.#channel.port1.start();
  }

  start(perSecond) {
    const start = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - start) / 1_000) * perSecond;
      for (; this.#sent < due; this.#sent++) this.#channel.port2.postMessage(null);
    }, TICK_MS);
  }

  #update() {
    const { id, change } = this.#next();
    const place = Number(id) - 1;
    this.#expected[place] = `${change.title} by ${this.#issues[place].author.name}`;
    this.#app.patchIssue(id, change);
    this.#arrived++;
  }

  /** From now on frames are counted, and the time from a key press until the frame that shows its character. */
  watch() {
    const input = this.#container.querySelector('input');
    let pressedAt;
    input.addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp));
    input.addEventListener('input', () => {
      const from = pressedAt;
      requestAnimationFrame(() => this.#latencies.push(performance.now() - from));
    });
    this.#stopCounting = countFrames();
  }

  stop() {
    clearInterval(this.#timer);
    return { latencies: this.#latencies, frames: this.#stopCounting() };
  }

  async settle(typed) {
    const start = performance.now();
    while (this.#arrived < this.#sent || this.#firstWrong() >= 0) {
      if (performance.now() - start > LONGEST_WAIT_MS) {
        throw new Error(`Row ${this.#firstWrong()} does not show the last update.`);
      }
      await nextFrame();
    }
    assertEqual(this.#container.querySelector('input').value, typed, 'the text field');
    return performance.now() - start;
  }

  #firstWrong() {
    const rows = [...this.#container.querySelectorAll('li')];
    return rows.findIndex(({ textContent }, i) => textContent !== this.#expected[i]);
  }
}
