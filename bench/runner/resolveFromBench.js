import { BENCH } from './paths.js';

/**
 * An esbuild plugin. Our sources lie outside of `bench/` and would find the dependencies of the root; all contenders have to run with
 * the same copies of React and RxJS.
 */
export const resolveFromBench = {
  name: 'resolve from bench',
  setup(build) {
    build.onResolve({ filter: /^(react|react-dom|rxjs|use-sync-external-store)(\/|$)/ }, (args) => {
      if (args.pluginData === 'asked') return undefined;
      const { kind, path } = args;
      return build.resolve(path, { kind, resolveDir: BENCH, pluginData: 'asked' });
    });
  },
};
