import { readFile } from 'node:fs/promises';
import { listApp, sizesOfSources } from './sizesOf.mjs';

/** The files of features that an app may not need, by feature. */
const features = {
  'mutations and optimistic layers': 'optimistic/.*|views/OptimisticNodes',
  'garbage collection': 'collector/.*',
  'order and conflicts of overlapping requests':
    'requests/OverlapTracker|commits/RowMeta|streams/Invalidation',
  'retries, time limits and interceptors':
    'requests/(retryWait|Interceptor|TimeoutError|untilAborted)',
  'live sources': 'requests/toObservable',
  'plugins and the clock': 'store/Plugins|requests/Clock',
  'leases of suspended renders, and grace times':
    'react/suspense/RenderLease|streams/(ListedStreams|WeakStreams)',
  'schemas of several kinds':
    'schema/(Polymorphic|Union|Values|Invalidate|lazy/.*|query/.*|EntityMixin)',
  inference: 'views/Inference',
};

/**
 * Sizes of the list app without each of them, and without all. Such an app does not run; its size
 * is that of the rest.
 */
export async function featureSizes() {
  const all = ['all of these', Object.values(features).join('|')];
  const sizes = [];
  for (const [title, files] of [...Object.entries(features), all]) {
    sizes.push({ title, ...(await sizesWithout(new RegExp(`/src/(${files})\\.ts$`))) });
  }
  return sizes;
}

function sizesWithout(files) {
  const emptied = {
    name: 'emptied',
    setup(build) {
      build.onLoad({ filter: files }, async ({ path }) => ({
        contents: (await exportsOf(path)).map((name) => `export class ${name} {}`).join('\n'),
      }));
    },
  };
  return sizesOfSources({ ...listApp, external: ['rxjs'], plugins: [emptied] });
}

async function exportsOf(path) {
  const text = await readFile(path, 'utf8');
  return Array.from(
    text.matchAll(/^export (?:async |abstract )?(?:class|function|const) (\w+)/gm),
    ([, name]) => name,
  );
}
