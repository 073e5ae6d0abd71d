import { readFile } from 'node:fs/promises';
import { listApp, sizesOfSources } from './sizesOf.mjs';

/** The files of features that an app may not need, by feature. */
const features = {
  'mutations and optimistic layers': 'kernel/optimistic/.*|kernel/views/OptimisticNodes',
  'garbage collection': 'kernel/collector/.*',
  'order and conflicts of overlapping requests':
    'kernel/requests/OverlapTracker|kernel/commits/RowMeta|kernel/streams/Invalidation',
  'retries, time limits and interceptors':
    'kernel/requests/(retryWait|Interceptor|TimeoutError|untilAborted)',
  'live sources': 'kernel/requests/toObservable',
  'plugins and the clock': 'kernel/store/Plugins|kernel/requests/Clock',
  'leases of suspended renders, and grace times':
    'react/suspense/RenderLease|kernel/streams/(ListedStreams|WeakStreams)',
  'schemas of several kinds':
    'data/schema/(Polymorphic|Union|Values|Invalidate|lazy/.*|query/.*|EntityMixin)',
  inference: 'kernel/views/Inference',
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
  const names = text.matchAll(/^export (?:async |abstract )?(?:class|function|const) (\w+)/gm);
  // A function with overloads is exported several times.
  return [...new Set(Array.from(names, ([, name]) => name))];
}
