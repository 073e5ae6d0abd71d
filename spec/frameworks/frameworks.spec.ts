import { type DOMWindow, JSDOM } from 'jsdom';
import type { Entity, ReadEndpoint, Store } from '../../src/index.ts';
import type { Mounted } from './mounts/Mounted.ts';
import { bundlePage } from './pageBundle.ts';

/** The entity of the page. */
declare class PageUser extends Entity {
  readonly id: string;
  readonly name: string;
}

interface Bundle {
  readonly module: object;
  readonly store: Store;
  readonly getUsers: ReadEndpoint;
  readonly User: typeof PageUser;
  mount(module: object, target: Element): Mounted;
}

const opened: DOMWindow[] = [];

/** The bundle of a module of the page, run in a document of its own. */
async function open(module: string, framework: string) {
  const { window } = new JSDOM('<ul></ul>', { runScripts: 'outside-only' });
  opened.push(window);
  window.fetch = async () => Response.json([{ id: '1', name: 'Ann' }]);
  const script = await bundlePage(module, framework);
  // The cast holds: `bundlePage` names these exports.
  const bundle = window.eval(`${script}; bundle`) as Bundle;
  const mounted = bundle.mount(bundle.module, window.document.querySelector('ul')!);
  return { ...bundle, mounted };
}

describe('the examples of docs/frameworks.md', () => {
  afterEach(() => {
    for (const window of opened.splice(0)) window.close();
  });

  it.each([
    ['angular', 'angular'],
    ['$prefix.svelte', 'svelte'],
    ['fromStore.svelte', 'svelte'],
    ['sfc.vue', 'vue'],
    ['solid', 'solid'],
  ])('%s: fetches, shows every change, and unsubscribes with the component', async (...example) => {
    const { mounted, store, getUsers, User } = await open(...example);
    expect(mounted.names()).toEqual([]);
    expect(store.stats().subscribers).toBe(1);

    await store.fetchIfStale(getUsers);
    await mounted.flush();
    expect(mounted.names()).toEqual(['Ann']);

    store.set(User, { id: '2', name: 'Bob' });
    await mounted.flush();
    expect(mounted.names()).toEqual(['Ann', 'Bob']);

    mounted.unmount();
    await mounted.flush();
    expect(store.stats().subscribers).toBe(0);
    store.dispose();
  });

  it('sfc.vue: a server renders the rows, and leaves no subscriber', async () => {
    const { mounted, store } = await open('sfc.vue', 'vueServer');
    await mounted.flush();
    expect(mounted.names()).toEqual(['Ann']);
    expect(store.stats().subscribers).toBe(0);
    store.dispose();
  });

  it("Svelte's fromStore does not unsubscribe from an observable that is not wrapped", async () => {
    const { mounted, store } = await open('unwrapped.svelte', 'svelte');
    mounted.unmount();
    expect(() => mounted.flush()).toThrow('is not a function');
    expect(store.stats().subscribers).toBe(1);
    store.dispose();
  });
});
