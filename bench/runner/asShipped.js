import { readFileSync } from 'node:fs';
import { SOURCES } from './paths.js';

/**
 * An esbuild plugin. The build of the package changes two things in the compiler's output (`spec/package/build`), without which
 * bundles would have code for developers and for servers that no application ships. Here they are changed in the sources.
 */
export const asShipped = {
  name: 'as shipped',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(SOURCES)) return undefined;
      const contents = readFileSync(path, 'utf8').replaceAll(
        /\bDEVELOPMENT\b(?! }|:)/g,
        "(DEVELOPMENT && process.env.NODE_ENV !== 'production')",
      );
      return { contents, loader: 'ts' };
    });
    if (build.initialOptions.platform !== 'browser') return;
    build.onResolve({ filter: /\/safeRedirects\.ts$/ }, () => ({
      path: `${SOURCES}data/endpoint/browserRedirects.ts`,
    }));
  },
};
