import { apps } from '../../apps/catalogue.js';
import { checkApp } from './checkApp.js';
import { heapUsed } from './heapUsed.js';
import { MountedApp } from './MountedApp.js';

/** Apps whose rows have a hook each. */
const withHooks = apps.filter(({ title }) => title.endsWith('per row'));

/** Longer than stores keep what a component has left for a moment, by their defaults. */
const A_WHILE_MS = 6_000;

/** Both scenarios report one walk. */
let walk;

/** The scenario that reports one of the numbers of a walk, in bytes per hook; runs in jsdom, where the heap can be collected. */
export function hookHeapScenario({ number, facts = () => ({}), ...scenario }) {
  return {
    ...scenario,
    group: 'G5',
    adapters: 'apps',
    contenders: withHooks,
    inJsdom: true,
    sizes: { full: [1_000], quick: [] },
    check: checkApp,
    async measureOnce(contender, data, host) {
      const heap = await (walk ??= measureHooks(contender, data, host));
      return { unit: 'bytes', value: heap[number], facts: facts(heap) };
    },
  };
}

async function measureHooks(contender, data, host) {
  const openOwn = () => contender.open(data.parse());
  const openBare = () => host.bareApp(data.issues);
  // Code, caches and hidden classes of the first use are not data.
  for (const open of [openBare, openOwn]) await measureApp(open(), data.n, host, 0);
  const bare = await measureApp(openBare(), data.n, host, 0);
  const own = await measureApp(openOwn(), data.n, host, A_WHILE_MS);
  const perHook = (name) => (own[name] - bare[name]) / data.n;
  return { mounted: perHook('mounted'), atOnce: perHook('atOnce'), left: perHook('left') };
}

/** What the heap has more than before, while the app is mounted, when it was unmounted, and a while after that. */
async function measureApp(app, n, host, pause) {
  const page = new MountedApp(app, host);
  const before = await heapUsed();
  const since = async () => (await heapUsed()) - before;
  await page.mount(n);
  const mounted = await since();
  page.unmount();
  const atOnce = await since();
  await new Promise((resolve) => setTimeout(resolve, pause));
  const left = await since();
  app.close?.();
  return { mounted, atOnce, left };
}
