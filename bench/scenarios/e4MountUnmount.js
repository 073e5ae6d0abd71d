import { startStopwatch } from '../runner/stopwatch.js';
import { MountedApp } from './support/MountedApp.js';
import { reactScenario } from './support/reactScenario.js';

export const scenario = {
  ...reactScenario({
    id: 'E4',
    title: 'React: mount and unmount n rows',
    about: 'The list is mounted over loaded data, and unmounted.',
  }),
  async makeCase(contender, data, host) {
    const mounted = new MountedApp(contender.open(data.parse()), host);
    const renders = [];
    return {
      async takeSample() {
        const mounting = startStopwatch();
        const container = await mounted.mount(data.n);
        const mountTime = mounting(mounted.probe.lastCommit);
        await mounted.settle();
        renders.push(mounted.probe.renders);
        const unmounting = startStopwatch();
        mounted.unmount();
        const time = mountTime + unmounting();
        container.remove();
        return time;
      },
      facts: () => ({ renders: renders.at(-1) }),
      close: () => mounted.app.close?.(),
    };
  },
};
