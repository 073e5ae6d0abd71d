import { apps } from '../../apps/catalogue.js';
import { assertEqual } from '../../data/assertEqual.js';
import { checkApp } from './checkApp.js';
import { MountedApp } from './MountedApp.js';
import { rendersOf } from './rendersOf.js';

/**
 * A scenario over mounted apps. `act` gets the app, does one thing to it and gives the patch, if there is one; `rows(n)` says how many
 * rows it concerns, none for what nobody shows; `textOf(issue, patch)` what the row of an issue has to show after it, `undefined` where
 * earlier patches count. Reports the renders of rows that it caused.
 */
export function reactScenario({ act, rows, textOf, ...scenario }) {
  return {
    group: 'E',
    inPage: true,
    page: 'runner/page.js',
    adapters: 'apps',
    contenders: apps,
    sizes: { full: [1_000], quick: [50] },
    check: checkApp,
    async makeCase(contender, data, host) {
      const mounted = await MountedApp.open(contender, data, host);
      const concerned = rows(data.n);
      const next = act(data);
      let patch;
      const doOne = (app) => {
        patch = next(app);
      };
      const renders = [];
      return {
        async takeSample() {
          const time =
            concerned === 0
              ? await mounted.timeUnseen(doOne)
              : await mounted.time(doOne, concerned);
          await mounted.settle();
          renders.push(mounted.probe.renders);
          return time;
        },
        verify() {
          for (const [place, issue] of data.issues.entries()) {
            const text = textOf(issue, patch);
            if (text === undefined) continue;
            assertEqual(mounted.textOf(place), text, `row ${place} after the last sample`);
          }
        },
        facts: () => rendersOf(renders),
        close: () => mounted.close(),
      };
    },
    ...scenario,
  };
}
