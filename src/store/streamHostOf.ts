import { NO_RESULT } from '../table/ResultRecord.ts';
import type { Collector } from '../collector/Collector.ts';
import type { Commits } from '../commits/Commits.ts';
import { inSlot } from '../commits/StoreState.ts';
import { LAYERS } from '../optimistic/Layer.ts';
import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import type { StreamHost } from '../streams/StreamHost.ts';
import type { Requests } from '../requests/Requests.ts';
import type { StreamRegistry } from '../streams/StreamRegistry.ts';
import type { KnownOptions } from './StoreOptions.ts';

/** The parts of a store that endpoint streams use. */
interface Parts {
  readonly commits: Commits;
  readonly deadlines: DeadlineQueue;
  readonly requests: Requests;
  readonly sources: StreamRegistry;
  readonly collector: Collector;
}

/** What the endpoint streams of a store with these parts need. */
export function streamHostOf(
  { scheduler, graceTime, onError }: KnownOptions,
  { commits, deadlines, requests, sources, collector }: Parts,
): StreamHost {
  return {
    graph: commits.graph,
    deadlines,
    graceTime,
    waitingLeases: new Set(),
    now: () => scheduler.now(),
    get version() {
      return commits.version;
    },
    row: (key) => commits.state.entities.result(key) ?? NO_RESULT,
    isOptimistic: (view) => commits.graph.isOptimistic(view),
    isOfLayers: (view) =>
      inSlot(commits.state, LAYERS).some(({ rows }) => commits.graph.viewsOf(rows).has(view)),
    startRead: (entry, later) => requests.read(entry, later).detach(),
    scheduleEmit: (source) => commits.scheduleEmit(source),
    report: (error, key) => onError(error, { key }),
    idle: (source) => {
      sources.idle(source, scheduler.now());
      collector.wake();
    },
  };
}
