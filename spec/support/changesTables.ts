import { Observable, type Subscriber } from 'rxjs';
import type { Change, ChangeSet } from '../../src/features/changes/ChangeSet.ts';
import { inDelivery } from '../../src/kernel/commits/delivery.ts';

type Write = () => void;

/** Tables with common commits: the smallest thing that sends change sets as a store does. */
export class ChangesTables {
  version = 0;
  readonly #waiting: Write[][] = [];
  #batch: Write[] | undefined;
  #isRunning = false;
  readonly #touched = new Set<ChangesTable<unknown>>();

  table<V>(rows: Readonly<Record<string, V>> = {}): ChangesTable<V> {
    return new ChangesTable(this, Object.entries(rows));
  }

  /** All writes in it are one commit. A commit made during a delivery is delivered after it. */
  batch(fn: () => void): void {
    if (this.#batch) return fn();
    const batch: Write[] = [];
    this.#batch = batch;
    fn();
    this.#batch = undefined;
    this.#waiting.push(batch);
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#commit(next);
    this.#isRunning = false;
  }

  write(write: Write): void {
    this.batch(() => this.#batch!.push(write));
  }

  touch(table: ChangesTable<unknown>): void {
    this.#touched.add(table);
  }

  #commit(batch: readonly Write[]): void {
    this.version++;
    for (const write of batch) write();
    const touched = [...this.#touched];
    this.#touched.clear();
    inDelivery(() => {
      for (const table of touched) table.notify();
    });
  }
}

interface Listener<V> {
  readonly subscriber: Subscriber<ChangeSet<string, V>>;
  version: number;
}

/** Rows by key. */
export class ChangesTable<V> {
  readonly rows = new Map<string, V>();
  readonly changes$ = new Observable<ChangeSet<string, V>>((subscriber) => this.#join(subscriber));
  readonly #tables: ChangesTables;
  readonly #listeners = new Set<Listener<V>>();
  #sent: ReadonlyMap<string, V> = new Map();
  #isReset = false;

  constructor(tables: ChangesTables, rows: readonly [string, V][]) {
    this.#tables = tables;
    this.rows = new Map(rows);
    this.#sent = new Map(rows);
  }

  /** How many subscribers there are. */
  get listeners(): number {
    return this.#listeners.size;
  }

  set(key: string, value: V): void {
    this.#write(() => this.rows.set(key, value));
  }

  delete(key: string): void {
    this.#write(() => this.rows.delete(key));
  }

  /** Starts again with these rows. */
  reset(rows: Readonly<Record<string, V>>): void {
    this.#write(() => {
      this.rows.clear();
      for (const [key, value] of Object.entries(rows)) this.rows.set(key, value);
      this.#isReset = true;
    });
  }

  /** Ends all streams. */
  complete(): void {
    for (const { subscriber } of [...this.#listeners]) subscriber.complete();
  }

  notify(): void {
    const reset = this.#isReset;
    const changes = differences(reset ? new Map() : this.#sent, this.rows);
    this.#sent = new Map(this.rows);
    this.#isReset = false;
    if (!reset && changes.length === 0) return;
    const { version } = this.#tables;
    for (const listener of [...this.#listeners]) {
      if (listener.version >= version || listener.subscriber.closed) continue;
      const since = listener.version;
      listener.version = version;
      listener.subscriber.next({ version, since, reset, changes });
    }
  }

  #write(write: Write): void {
    this.#tables.write(() => {
      write();
      this.#tables.touch(this);
    });
  }

  #join(subscriber: Subscriber<ChangeSet<string, V>>): void {
    const { version } = this.#tables;
    const listener = { subscriber, version };
    this.#listeners.add(listener);
    subscriber.add(() => this.#listeners.delete(listener));
    subscriber.next({
      version,
      since: version,
      reset: true,
      changes: differences(new Map(), this.rows),
    });
  }
}

function differences<V>(
  before: ReadonlyMap<string, V>,
  after: ReadonlyMap<string, V>,
): Change<string, V>[] {
  const changes: Change<string, V>[] = [];
  for (const [key, previous] of before) {
    if (!after.has(key)) changes.push({ type: 'remove', key, previous });
  }
  for (const [key, value] of after) {
    if (!before.has(key)) changes.push({ type: 'add', key, value });
    else if (!Object.is(before.get(key), value)) {
      changes.push({ type: 'update', key, value, previous: before.get(key) as V });
    }
  }
  return changes;
}
