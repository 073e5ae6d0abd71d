import { scan, startWith } from 'rxjs';
import { Endpoint, Entity, RestEndpoint } from 'streambed';
import { applyMessages, eventSource } from 'streambed/live';
import { apiUrl } from '../ui/apiUrl.ts';

/** A lock of the river. */
export class Lock extends Entity {
  id = '';
  name = '';
  /** Boats before its gates. */
  waiting = 0;
  static override readonly key = 'Lock';
}

/** Something that happened at a lock. Each has the number after the one before. */
export interface LockEvent {
  readonly id: number;
  readonly boat: string;
  readonly does: 'arrives' | 'passes';
  readonly lock: Pick<Lock, 'id' | 'name' | 'waiting'>;
}

/** One stream for all. A new connection asks for the events after the last one that arrived. */
export const lockEvents = eventSource<LockEvent>({
  url: ({ lastEventId }) => `${apiUrl()}/locks/events?after=${encodeURIComponent(lastEventId)}`,
  maxDelay: 1_000,
});

export const getLocks = new RestEndpoint({ path: '/locks', schema: [Lock] });

/** Writes the lock of each event into the store. */
export const followLocks = applyMessages(lockEvents.topic('lock'), (store, { lock }) =>
  store.set(Lock, lock),
);

const KEPT = 8;

/** The latest events, the newest first. */
export const watchBoats = new Endpoint(
  () =>
    lockEvents.topic('lock').pipe(
      scan((kept: readonly LockEvent[], event) => [event, ...kept].slice(0, KEPT), []),
      startWith<readonly LockEvent[]>([]),
    ),
  { name: 'watchBoats' },
);
