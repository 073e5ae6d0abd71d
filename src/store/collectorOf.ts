import { Collector } from './Collector.ts';
import type { Commits } from './Commits.ts';
import type { Requests } from './Requests.ts';
import type { Sources } from './Sources.ts';
import type { StoreOptions } from './StoreOptions.ts';

/** The collector of a store with these parts. */
export function collectorOf(
  { scheduler, gcTime }: Required<StoreOptions>,
  commits: Commits,
  sources: Sources,
  requests: Requests,
): Collector {
  return new Collector({
    scheduler,
    gcTime,
    get confirmed() {
      return commits.confirmed;
    },
    get shown() {
      return commits.state.entities;
    },
    get oldestRequest() {
      return requests.oldest;
    },
    get firstLeft() {
      return sources.firstLeft;
    },
    get keptRows() {
      return commits.layers.map(({ rows }) => rows);
    },
    *roots() {
      yield* sources.roots();
      for (const { endpoint, result } of commits.layers) {
        yield { schema: endpoint.schema, stored: result };
      }
    },
    get isBusy() {
      return commits.isBusy;
    },
    sweep: (since) => sources.sweep(since, scheduler.now()),
    collect: (action) => commits.dispatch(action),
  });
}
