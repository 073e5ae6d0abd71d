import { createElement as h, useMemo, useState } from 'react';
import { createRoot, ShownRows } from '../apps/support/host.js';
import { assertEqual } from '../data/assertEqual.js';
import { dataOf } from '../data/dataOf.js';
import { countFrames, nextFrame } from './frames.js';

/** Pixels, and rows that are rendered: those in view and some more. */
const [ROW_HEIGHT, HEIGHT, RENDERED] = [20, 600, 40];
const STYLE = `ul { margin: 0 } li { height: ${ROW_HEIGHT}px; list-style: none; overflow: hidden }`;

let scroller;

/** Mounts a list of n rows of which those in view are rendered. */
globalThis.openScroller = async (id, n) => {
  const { contender } = await import(`/apps/${id}.js`);
  const { parse, issues } = dataOf(n, contender);
  const app = contender.open(parse());
  document.head.appendChild(document.createElement('style')).textContent = STYLE;
  const container = document.body.appendChild(document.createElement('div'));
  createRoot(container).render(h(Scroller, { n, app: app.element }));
  while (container.querySelectorAll('li').length < RENDERED) await nextFrame();
  scroller = { viewport: container.firstChild, issues };
};

/** Scrolls on by some rows in each frame, so many times; gives the frames that it took. */
globalThis.scrollOn = async (times, rows) => {
  const { viewport } = scroller;
  const stop = countFrames();
  for (let i = 0; i < times; i++) {
    viewport.scrollTop += rows * ROW_HEIGHT;
    await nextFrame();
  }
  return stop();
};

/** The rows in view are those of this place in the list. */
globalThis.checkScroller = async () => {
  const { viewport, issues } = scroller;
  for (let i = 0; i < 30; i++) await nextFrame();
  const first = Math.floor(viewport.scrollTop / ROW_HEIGHT);
  const rows = [...viewport.querySelectorAll('li')];
  assertEqual(rows.length, RENDERED, 'rendered rows');
  for (const [i, { textContent }] of rows.entries()) {
    const { title, author } = issues[first + i];
    assertEqual(textContent, `${title} by ${author.name}`, `row ${first + i}`);
  }
};

/** A window over a list, by hand: a tall element in which the rendered rows stand at their place. */
function Scroller({ n, app }) {
  const [first, setFirst] = useState(0);
  const shown = useMemo(() => [first, first + RENDERED], [first]);
  const onScroll = ({ currentTarget }) =>
    setFirst(Math.floor(currentTarget.scrollTop / ROW_HEIGHT));
  const place = { position: 'absolute', top: first * ROW_HEIGHT };
  return h(
    'div',
    { style: { height: HEIGHT, overflow: 'auto' }, onScroll },
    h(
      'div',
      { style: { height: n * ROW_HEIGHT, position: 'relative' } },
      h('div', { style: place }, h(ShownRows, { value: shown }, app)),
    ),
  );
}
