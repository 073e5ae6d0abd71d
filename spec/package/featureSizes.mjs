import { readFile } from 'node:fs/promises';
import { listApp, sizesOfSources } from './sizesOf.mjs';

/** The files of features that an app may not need, by feature. */
const features = {
  'change sets': '[a-z]+/(RowsNode|ChangesSource)',
  'live requests': '[a-z]+/(Request|toObservable)',
  'mutations and optimistic layers':
    '[a-z]+/(Mutations|Layer|showLayers|placeholders|OptimisticNodes)',
  'collection of garbage': '[a-z]+/(Collector|Reachability|MarkAndSweep|EntityKeySet)',
  'places of overlapping requests': '[a-z]+/(OverlapTracker|RowMeta|Invalidation)',
  'retries and interceptors': '[a-z]+/(retry.*|Transport)',
  'plugins and states from elsewhere': '[a-z]+/(Plugins|stampReader)',
  'schemas of several kinds':
    'schema/(Polymorphic|Union|Values|Invalidate|lazy/Lazy|lazy/LazyQuery|query/Query|EntityMixin)',
  'requests that change lists': 'schema/collection/listEndpoint',
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
