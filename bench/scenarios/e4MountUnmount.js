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
        const { start, container } = await mountTimed(mounted, data.n);
        const mountTime = mounted.probe.lastCommit - start;
        await mounted.settle();
        renders.push(mounted.probe.renders);
        const unmountStart = performance.now();
        mounted.unmount();
        const time = mountTime + performance.now() - unmountStart;
        container.remove();
        return time;
      },
      facts: () => ({ renders: renders.at(-1) }),
      close: () => mounted.app.close?.(),
    };
  },
};

async function mountTimed(mounted, n) {
  const start = performance.now();
  const container = await mounted.mount(n);
  return { start, container };
}
