import { readFile } from 'node:fs/promises';
import { listApp, sizesOfSources } from './sizesOf.mjs';

/** The files of the list app by concern: what the library takes care of, and others may not. */
const concerns = {
  'snapshots and differences':
    'kernel/table/.*|kernel/commits/(CommitQueue|delivery)|shared/(shareStructure|sameMembers)',
  'correct mutations':
    'kernel/optimistic/.*|kernel/views/OptimisticNodes|kernel/requests/OverlapTracker|kernel/commits/RowMeta|kernel/streams/Invalidation',
  'URLs and responses':
    'http/rest/.*|shared/web/.*|kernel/requests/responses|data/endpoint/(browserRedirects|partialErrors)',
  'garbage collection': 'kernel/collector/.*|kernel/table/EntityKeySet',
  'leases of suspended renders, and grace times':
    'react/suspense/RenderLease|kernel/streams/(ListedStreams|WeakStreams)',
  'retries, time limits and clocks':
    'kernel/requests/(retryWait|Interceptor|TimeoutError|untilAborted|DeadlineQueue|Clock)|shared/fullJitter',
  'incremental lists': 'kernel/views/(AllNode|ListNode|RowNodes|lookups)|shared/listDifference',
  inference: 'kernel/views/(Inference|LookUps)|data/schema/argsKeyOf',
  'schemas of several kinds':
    'data/schema/(Polymorphic|Union|Values|Invalidate|lazy/.*|query/.*|EntityMixin)',
  'live sources and plugins': 'kernel/requests/toObservable|kernel/store/Plugins',
};

/**
 * Sizes of the list app without each concern, and without all of them. Such an app does not run; its size
 * is that of the rest.
 */
export async function featureSizes() {
  const all = ['all of these', Object.values(concerns).join('|')];
  const sizes = [];
  for (const [title, files] of [...Object.entries(concerns), all]) {
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
  const names = text.matchAll(/^export (?:async |abstract )?(?:class|function|const|let) (\w+)/gm);
  // A function with overloads is exported several times.
  return [...new Set(Array.from(names, ([, name]) => name))];
}
