import { startStopwatch } from '../runner/stopwatch.js';
import { assertEqual } from '../data/assertEqual.js';
import { MountedApp } from './support/MountedApp.js';
import { reactScenario } from './support/reactScenario.js';
import { rendersOf } from './support/rendersOf.js';

export const scenario = {
  ...reactScenario({
    id: 'E4',
    title: 'React: mount and unmount n rows',
    about: 'The list is mounted over loaded data, effects included, and unmounted.',
  }),
  async makeCase(contender, data, host) {
    const mounted = new MountedApp(contender.open(data.parse()), host);
    const renders = [];
    return {
      async takeSample() {
        const mountTime = await mounted.mount(data.n);
        renders.push(mounted.probe.renders);
        const unmounting = startStopwatch();
        mounted.unmount();
        const time = mountTime + unmounting();
        assertEqual(document.querySelectorAll('li').length, 0, 'rows after unmounting');
        return time;
      },
      facts: () => rendersOf(renders),
      close: () => mounted.app.close?.(),
    };
  },
};
