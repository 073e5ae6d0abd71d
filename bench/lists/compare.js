// Runs the same page with both libraries, and prints its lines of code, requests and renders.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { JSDOM } from 'jsdom';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..', '..');
const SIZE = 50;
const PAGES = 10;

const { window } = new JSDOM('<div id="root"></div>');
Object.assign(globalThis, {
  window,
  document: window.document,
  navigator: window.navigator,
  IS_REACT_ACT_ENVIRONMENT: true,
});

const out = mkdtempSync(join(tmpdir(), 'lists-'));
const results = [];
for (const name of ['streambed', 'tanstackQuery']) results.push(await measure(name));
rmSync(out, { recursive: true });
const table = readFileSync(join(root, 'docs', 'infinite-lists.md'), 'utf8');
for (const step of Object.keys(results[0])) {
  const cells = results.map((result) => result[step]);
  console.log(`${step.padEnd(40)}${cells.map((cell) => cell.padStart(22)).join('')}`);
  const row = new RegExp(`\\| ${[step, ...cells].map((cell) => `${cell} *`).join('\\| ')}\\|`);
  if (step === 'step' || row.test(table)) continue;
  console.log('  docs/infinite-lists.md has other numbers');
  process.exitCode = 1;
}
// Caches of TanStack Query have timers of five minutes.
process.exit();

async function measure(name) {
  const { app, react, client } = await load(name);
  const { act, createElement: h, memo, Suspense } = react;
  const counts = { requests: 0, renders: 0 };
  const posts = Array.from({ length: SIZE * PAGES }, (_, at) => ({
    id: `${at}`,
    title: `Post ${at}`,
  }));
  const send = async (url) => {
    counts.requests++;
    const from = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? 0);
    const next = from + SIZE < posts.length ? `${from + SIZE}` : '';
    return Response.json({ results: posts.slice(from, from + SIZE), next });
  };
  const Row = memo(({ post }) => {
    counts.renders++;
    return post.title;
  });
  let shown;
  const show = (state) => {
    counts.renders++;
    shown = state;
  };
  const { within, rename, create, remove, close } = app.open(send);
  const view = client.createRoot(document.getElementById('root'));
  const page = within(h(Suspense, { fallback: 'waiting' }, h(app.List, { Row, send, show })));
  const lines = readFileSync(join(here, `${name}.js`), 'utf8')
    .split('\n')
    .filter(Boolean).length;
  const result = { step: name, 'lines of code': `${lines}` };
  const step = async (title, ...runs) => {
    Object.assign(counts, { requests: 0, renders: 0 });
    for (const run of runs) {
      await act(run);
      // Responses take several turns of the event loop.
      for (let turn = 0; turn < 60; turn++) {
        await act(() => new Promise((settled) => setImmediate(settled)));
      }
    }
    result[title] = `${counts.requests} / ${counts.renders}`;
  };
  const fetchNextTwice = () => {
    shown.fetchNext();
    shown.fetchNext();
  };

  await step('first page', () => view.render(page));
  await step('9 more pages, two calls for each', ...Array(PAGES - 1).fill(fetchNextTwice));
  if (shown.items.length !== posts.length) throw new Error(`${name}: ${shown.items.length} posts`);
  await step('one post is renamed', () => rename({ ...posts[120], title: 'New' }));
  await step('one post comes first', () => create({ id: 'new', title: 'New' }));
  await step('one post is removed', () => remove(posts[120]));
  await step('all pages are fetched again', () => {
    shown.refetch();
  });
  await step(
    'the page is left and opened again',
    () => view.render(null),
    () => view.render(page),
  );
  await act(() => view.unmount());
  close();
  return result;
}

/** Bundles an app with one React. */
async function load(name) {
  const source = (folder) => join(root, 'src', folder, 'index.ts');
  const module = (path) => join(root, 'node_modules', path);
  await build({
    stdin: {
      contents: `export * as app from './${name}.js';
        export * as react from 'react';
        export * as client from 'react-dom/client';`,
      resolveDir: here,
    },
    outfile: join(out, `${name}.mjs`),
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire('/');",
    },
    alias: {
      'streambed/react': source('react'),
      streambed: source(''),
      react: module('react'),
      'react-dom': module('react-dom'),
    },
    absWorkingDir: root,
    logLevel: 'error',
  });
  return import(pathToFileURL(join(out, `${name}.mjs`)).href);
}
