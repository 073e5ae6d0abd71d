import { NO_ANSWER } from '../table/AnswerRow.ts';
import type { Collector } from '../collector/Collector.ts';
import type { Commits } from '../commits/Commits.ts';
import { inSlot } from '../commits/StoreState.ts';
import { LAYERS } from '../optimistic/Layer.ts';
import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import type { EntryHost } from '../streams/EntryHost.ts';
import type { Requests } from '../requests/Requests.ts';
import type { Sources } from '../streams/Sources.ts';
import type { KnownOptions } from './StoreOptions.ts';

/** The parts of a store that endpoint streams use. */
interface Parts {
  readonly commits: Commits;
  readonly deadlines: DeadlineQueue;
  readonly requests: Requests;
  readonly sources: Sources;
  readonly collector: Collector;
}

/** What the endpoint streams of a store with these parts need. */
export function entryHostOf(
  { scheduler, graceTime, onError }: KnownOptions,
  { commits, deadlines, requests, sources, collector }: Parts,
): EntryHost {
  return {
    graph: commits.graph,
    deadlines,
    graceTime,
    waitingLeases: new Set(),
    now: () => scheduler.now(),
    get version() {
      return commits.version;
    },
    row: (key) => commits.state.answers.get(key) ?? NO_ANSWER,
    isOptimistic: (view) => commits.graph.isOptimistic(view),
    isOfLayers: (view) =>
      inSlot(commits.state, LAYERS).some(({ rows }) => commits.graph.viewsOf(rows).has(view)),
    startRead: (entry, later) => requests.read(entry, later).keep(),
    touch: (source) => commits.touch(source),
    report: (error, key) => onError(error, { key }),
    idle: (source) => {
      sources.idle(source, scheduler.now());
      collector.wake();
    },
  };
}
