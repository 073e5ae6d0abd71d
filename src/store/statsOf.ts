import type { Commits } from './Commits.ts';
import type { DeadlineQueue } from './DeadlineQueue.ts';
import type { Requests } from './Requests.ts';
import type { Sources } from './Sources.ts';
import type { StoreStats } from './StoreStats.ts';

interface Parts {
  /** `undefined` once the store is disposed. */
  readonly commits: Commits | undefined;
  readonly requests: Requests;
  readonly sources: Sources;
  readonly deadlines: DeadlineQueue;
}

/** What a store with these parts holds. */
export function statsOf({ commits, requests, sources, deadlines }: Parts): StoreStats {
  return {
    entries: sources.entryCount,
    entities: commits?.entityCount ?? 0,
    inFlight: requests.inFlight,
    layers: commits?.layers.length ?? 0,
    timers: deadlines.size,
    subscribers: sources.listenerCount,
    computations: commits?.graph.computations ?? 0,
  };
}
