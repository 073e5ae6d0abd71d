import { format } from 'node:util';
import * as streambed from 'streambed';
import { createApi } from '../../stories/api/createApi.ts';
import { exampleRoutes } from './exampleRoutes.ts';
import type { Page } from './readPages.ts';
import { runCode } from './runCode.ts';

/** The output of one example, and the output on the page. */
export interface Outcome {
  /** `docs/streams.md:12`. */
  readonly place: string;
  readonly printed: string;
  readonly expected: string;
}

type Import = (name: string) => unknown;

/** The data of paths without a host, and of other hosts than the demo API. */
const data = {
  users: [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Bob' },
  ],
  profiles: [
    { id: '1', fullName: 'Ann Archer', bio: 'Rivers and maps.' },
    { id: '2', fullName: 'Bob Brook', bio: 'Wooden boats.' },
  ],
  feed: [
    { id: 1, type: 'link', url: 'https://rxjs.dev', title: 'RxJS' },
    { id: 2, type: 'post', content: 'The gauge is back online.' },
  ],
  mixedFeed: [
    { id: 1, type: 'link', url: 'https://rxjs.dev', title: 'RxJS' },
    { id: 7, type: 'ad', text: 'Boots, half price' },
    { id: 2, type: 'post', content: 'The gauge is back online.' },
  ],
};

/**
 * Runs the examples of a page in their order, as one program. `fetch` is a demo API in memory;
 * every store is disposed at the end.
 */
export async function runExamples(page: Page, importModule: Import): Promise<Outcome[]> {
  const examples = page.examples.filter(({ kind }) => kind === 'run');
  const printed: string[][] = examples.map(() => []);
  let current = 0;
  const print = (...values: unknown[]): void => {
    // Output after the last example belongs to no example.
    printed[current]?.push(format(...values));
  };
  const stores: streambed.Store[] = [];
  const createStore: typeof streambed.createStore = (options) => {
    const store = streambed.createStore(options);
    stores.push(store);
    return store;
  };
  const require = (name: string): unknown =>
    name === 'streambed' ? { ...streambed, createStore } : importModule(name);

  const globalFetch = globalThis.fetch;
  globalThis.fetch = demoFetch();
  try {
    const code = examples.map((example) => `${example.code}\n;endOfPageExample();`).join('\n');
    const console = { log: print, warn: print, error: print };
    const given = { require, exports: {}, console, endOfPageExample: () => current++ };
    await runCode(code, given);
  } finally {
    globalThis.fetch = globalFetch;
    for (const store of stores) store.dispose();
  }
  return examples.map(({ line, output }, at) => ({
    place: `${page.path}:${line}`,
    printed: printed[at].join('\n'),
    expected: output,
  }));
}

/** The address at which `npm run demo:api` serves its data. */
const DEMO_API = '127.0.0.1:4400';

/** Accepts paths, and addresses of any host. */
function demoFetch(): typeof fetch {
  const { app } = createApi({ data });
  const own = exampleRoutes().notFound((context) => app.fetch(context.req.raw));
  const demo = createApi();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://127.0.0.1');
    const server = url.host === DEMO_API ? demo.app : own;
    return server.request(`http://127.0.0.1${url.pathname}${url.search}`, init);
  };
}
