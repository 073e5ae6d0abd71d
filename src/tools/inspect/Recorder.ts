import { Subject } from 'rxjs';
import { asError } from '../../shared/asError.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import type { AnyAction, SetResponseAction } from '../../kernel/commits/Action.ts';
import type { Request } from '../../kernel/requests/Request.ts';
import type { Action } from '../../kernel/store/Action.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import { TableChanges } from '../../kernel/table/TableChanges.ts';
import { originIn } from './originIn.ts';
import type { Snapshot } from './reports.ts';
import type {
  CommitRecord,
  Origin,
  Recording,
  RecordingOptions,
  RequestReason,
  RequestRecord,
} from './Recording.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A commit with lists that grow while its effects happen. */
class RecordedCommit implements CommitRecord {
  readonly version: number;
  readonly at: number;
  readonly actions: readonly Action[];
  readonly snapshot: Snapshot;
  readonly emitted: string[] = [];
  readonly rendered: string[] = [];
  readonly requests: number[] = [];
  /** The state before it. */
  readonly before: Snapshot;
  #changes: TableChanges | undefined;

  constructor(actions: readonly Action[], before: Snapshot, after: Snapshot) {
    this.version = after.version;
    this.at = after.at;
    this.actions = actions;
    this.snapshot = after;
    this.before = before;
  }

  get changes(): TableChanges {
    const [before, after] = [this.before.entities, this.snapshot.entities];
    // A reset begins an unrelated table. Its commit has no changes either.
    const isRelated = before.epoch === after.epoch;
    return (this.#changes ??= isRelated ? before.changesTo(after) : new TableChanges());
  }
}

/** The last items of a list, as arrays that do not change. */
class Ring<T> {
  readonly #limit: number;
  readonly #items: T[] = [];
  /** Where the oldest item is, once the ring is full. */
  #start = 0;
  #list: readonly T[] | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The oldest first. */
  get list(): readonly T[] {
    const [items, start] = [this.#items, this.#start];
    return (this.#list ??= [...items.slice(start), ...items.slice(0, start)]);
  }

  /** Adds an item; drops the oldest one if the ring is full. */
  add(item: T): void {
    this.changed();
    if (this.#items.length < this.#limit) {
      this.#items.push(item);
    } else {
      this.#items[this.#start] = item;
      this.#start = (this.#start + 1) % this.#limit;
    }
  }

  /** The next {@link list} is another array. */
  changed(): void {
    this.#list = undefined;
  }

  clear(): void {
    this.changed();
    this.#items.length = this.#start = 0;
  }
}

/** A store that is recorded. */
interface Recorded {
  /** The latest state. */
  present(): Snapshot;
  now(): number;
  /** Removes a recorder. */
  forget(recorder: Recorder): void;
}

/** Collects what a store does, as far as the limit allows. */
export class Recorder implements Recording {
  readonly changed$ = new Subject<void>();
  readonly #store: Recorded;
  readonly #commits: Ring<RecordedCommit>;
  readonly #requests: Ring<Writable<RequestRecord>>;
  /** The records of requests that may still change. */
  readonly #live = new Map<Request, Writable<RequestRecord>>();
  /** The records of requests whose promise is pending. */
  readonly #unsettled = new Set<Writable<RequestRecord>>();
  /** The latest commit that made a source emit. */
  readonly #emissions = new WeakMap<object, RecordedCommit>();
  /** The latest commit that each listener has rendered. */
  readonly #renders = new WeakMap<object, RecordedCommit>();
  /** The commit whose effects happen. */
  #running: RecordedCommit | undefined;
  #start: Snapshot;
  #lastId = 0;
  #isPaused = false;

  constructor(store: Recorded, { limit = 500 }: RecordingOptions) {
    this.#store = store;
    this.#start = store.present();
    this.#commits = new Ring(limit);
    this.#requests = new Ring(limit);
  }

  // --- the public recording

  get start(): Snapshot {
    return this.#commits.list[0]?.before ?? this.#start;
  }

  get commits(): readonly CommitRecord[] {
    return this.#commits.list;
  }

  get requests(): readonly RequestRecord[] {
    return this.#requests.list;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  readonly pause = (): void => {
    this.#isPaused = true;
    this.#running = undefined;
    this.changed$.next();
  };

  readonly resume = (): void => {
    this.#isPaused = false;
    this.changed$.next();
  };

  readonly clear = (): void => {
    this.#commits.clear();
    this.#requests.clear();
    // A failure is known only when the promise of the request has rejected.
    const unsettled = new Set([...this.#live.values(), ...this.#unsettled]);
    for (const record of [...unsettled].sort((a, b) => a.id - b.id)) this.#requests.add(record);
    this.#running = undefined;
    this.#start = this.#store.present();
    this.changed$.next();
  };

  readonly stop = (): void => {
    this.#store.forget(this);
    this.changed$.complete();
  };

  readonly originOf = (entityKey: string, pk: string): Origin | undefined =>
    originIn(this, entityKey, pk);

  // --- what happens

  /** A commit has taken effect. */
  committed(actions: readonly AnyAction[], before: Snapshot, after: Snapshot): void {
    if (this.#isPaused) return;
    // The cast holds: the store's actions are all that are dispatched.
    const commit = new RecordedCommit(actions as readonly Action[], before, after);
    this.#commits.add(commit);
    this.#running = commit;
    // Its effects happen before other tasks.
    runInMicrotask(() => {
      if (this.#running === commit) this.#running = undefined;
    });
    for (const action of actions) if (isResponse(action)) this.#responded(action, after.entities);
    this.changed$.next();
  }

  /** A response that did not become the result of its key was older than another write. */
  #responded({ key, keep, meta }: SetResponseAction, state: EntityTable): void {
    if (!keep || state.result(key)?.seq === meta.seq) return;
    for (const record of this.#live.values()) {
      if (record.seq === meta.seq && !record.isMutation) record.outcome = 'discarded';
    }
    this.#requests.changed();
  }

  /** A source is about to notify its observers. */
  emits(source: object, name: string): void {
    const commit = this.#running;
    if (!commit) return;
    this.#emissions.set(source, commit);
    if (!commit.emitted.includes(name)) commit.emitted.push(name);
  }

  /** A component renders. Only the first render after an emission is due to it. */
  renders(source: object, listener: object, component: { readonly label: string }): void {
    const commit = this.#emissions.get(source);
    if (!commit || this.#renders.get(listener) === commit) return;
    this.#renders.set(listener, commit);
    const { label } = component;
    if (!commit.rendered.includes(label)) commit.rendered.push(label);
    this.changed$.next();
  }

  /** A request has begun. */
  began(request: Request, reason: RequestReason): void {
    if (this.#isPaused) return;
    const { key, endpoint, args, fetchedAt, seq } = request;
    const id = ++this.#lastId;
    const isMutation = endpoint.sideEffect === true;
    const overlapping = [...this.#live.values()].filter(
      (other) => other.settledAt === undefined && (isMutation || other.isMutation),
    );
    for (const other of overlapping) other.overlaps = [...other.overlaps, id];
    const record: Writable<RequestRecord> = {
      id,
      seq,
      key,
      name: endpoint.name,
      args,
      isMutation,
      reason,
      attempts: [fetchedAt],
      settledAt: undefined,
      outcome: 'pending',
      error: undefined,
      overlaps: overlapping.map((other) => other.id),
    };
    this.#live.set(request, record);
    this.#requests.add(record);
    this.#running?.requests.push(id);
    this.#unsettled.add(record);
    const settled = (): void => void this.#unsettled.delete(record);
    request.promise.then(settled, (error: unknown) => {
      settled();
      record.error = asError(error);
      if (record.outcome !== 'aborted') record.outcome = 'failed';
      this.#requestChanged();
    });
    this.#requestChanged();
  }

  #requestChanged(): void {
    this.#requests.changed();
    this.changed$.next();
  }

  /** The outcome of a request has arrived, and is held. */
  holds(request: Request): void {
    const record = this.#live.get(request);
    if (!record || record.heldAt !== undefined) return;
    record.heldAt = this.#store.now();
    this.#requestChanged();
  }

  /** A request has settled or ended, or another try of it has begun. */
  changes(request: Request): void {
    const record = this.#live.get(request);
    if (!record) return;
    const { isOpen, isSettled, phase } = request;
    if (request.attempt > record.attempts.length) {
      record.attempts = [...record.attempts, request.fetchedAt];
      record.seq = request.seq;
    }
    if (record.settledAt === undefined && isSettled) {
      record.settledAt = this.#store.now();
      record.outcome = phase === 'settled' ? 'stored' : 'aborted';
    }
    if (isOpen) record.outcome = 'open';
    else if (record.outcome === 'open') record.outcome = 'stored';
    if (phase === 'ended') this.#live.delete(request);
    this.#requestChanged();
  }
}

function isResponse(action: AnyAction): action is SetResponseAction {
  return action.type === 'setResponse';
}
