import { apps } from '../../apps/catalogue.js';
import { checkApp } from './checkApp.js';
import { MountedApp } from './MountedApp.js';

/**
 * A scenario over mounted apps. `act` gets the app, and does one thing to it; `rows(n)` says how many rows it concerns, none for what
 * nobody shows. Reports the renders of rows that it caused.
 */
export function reactScenario({ act, rows, ...scenario }) {
  return {
    group: 'E',
    inPage: true,
    adapters: 'apps',
    contenders: apps,
    sizes: { full: [1_000], quick: [50] },
    check: checkApp,
    async makeCase(contender, data, host) {
      const mounted = await MountedApp.open(contender, data, host);
      const doOne = act(data);
      const renders = [];
      return {
        async takeSample() {
          const concerned = rows(data.n);
          const time =
            concerned === 0
              ? await mounted.timeUnseen(doOne)
              : await mounted.time(doOne, concerned);
          await mounted.settle();
          renders.push(mounted.probe.renders);
          return time;
        },
        facts: () => ({ renders: renders.sort((a, b) => a - b)[renders.length >> 1] }),
        close: () => mounted.close(),
      };
    },
    ...scenario,
  };
}
