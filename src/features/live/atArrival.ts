import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';

/**
 * A function that runs `write` as one batch whose writes count from now, whenever it is called: for
 * messages that wait before they are applied. They lose against later writes and against responses
 * to requests that were sent later. After a reset of the store it does nothing. `applyMessages` does
 * this for all of its messages.
 *
 * @example
 * ```ts
 * socket.messages$
 *   .pipe(
 *     map((price) => atArrival(store, () => store.set(Price, price))),
 *     auditTime(100),
 *   )
 *   .subscribe((write) => write());
 * ```
 */
export function atArrival(store: Store, write: () => void): () => void {
  const { commits, requests } = internalsOf(store);
  const { epoch } = commits;
  const arrival = { seq: requests.nextSeq(), at: requests.now() };
  return () => {
    if (commits.epoch !== epoch) return;
    store.batch(() => {
      const outer = requests.arrival;
      requests.arrival = arrival;
      try {
        write();
      } finally {
        // Observers are notified after the batch: what they write is later.
        requests.arrival = outer;
      }
    });
  };
}
