import { createRoot, flushSync, probe } from '../apps/support/host.js';
import { assertEqual } from '../data/assertEqual.js';
import { dataOf } from '../data/dataOf.js';

/** How long the server takes, ms: more than a frame, less than a reader waits. */
const LATENCY_MS = 50;
const LONGEST_WAIT_MS = 10_000;

/**
 * Mounts an app that fetches a page of `n` rows; then shows another page. Gives for both how long it took from the response until all
 * rows were in the document, ms.
 */
globalThis.firstContent = async (id, n) => {
  const { contender } = await import(`/pages/${id}.js`);
  const { issues } = dataOf(2 * n, contender);
  let respondedAt;
  globalThis.fetch = async (input) => {
    const page = Number(new URL(input.url ?? input, location.href).pathname.split('/').at(-1));
    const rows = issues.slice(page * n, (page + 1) * n);
    const headers = { 'content-type': 'application/json' };
    const response = new Response(JSON.stringify(rows), { headers });
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    respondedAt = performance.now();
    return response;
  };
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const app = contender.open();
  const times = [];
  for (const page of [0, 1]) {
    probe.reset();
    respondedAt = undefined;
    flushSync(() => root.render(app.elementOf(page)));
    await shown(n);
    times.push(probe.lastCommit - respondedAt);
    const titles = [...container.querySelectorAll('b')].map(({ textContent }) => textContent);
    for (let i = 0; i < n; i++) assertEqual(titles[i], issues[page * n + i].title, `row ${i}`);
    // What comes after the rows, such as timers, belongs to them.
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  const [mount, otherKey] = times;
  return { mount, otherKey };
};

async function shown(n) {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (probe.commits < n) {
    if (performance.now() > end) throw new Error('Waited in vain until all rows are shown.');
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
