/** A lock of the river as the API sends it. */
export interface LockRecord {
  readonly id: string;
  readonly name: string;
  /** Boats before its gates. */
  readonly waiting: number;
}

/** Something that happened at a lock. Each has the number after the one before. */
export interface LockEvent {
  readonly id: number;
  readonly boat: string;
  readonly does: 'arrives' | 'passes';
  readonly lock: LockRecord;
}

/** The interval of events while there are followers, ms. */
const EVERY = 500;

/** How long a stop takes, ms. */
const STOP = 2_000;

const names = ['Otter lock', 'Mill lock', 'Harbour lock', 'Old lock'];
const boats = ['Annika', 'Blue Heron', 'Cormorant', 'Daybreak', 'Estrella', 'Foxglove', 'Gale'];

/** Locks with boats that come and go, and the events of them. Followers get each one. */
export class Locks {
  #records: LockRecord[] = [];
  #events: LockEvent[] = [];
  #stoppedUntil = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #followers = new Set<{ next(event: LockEvent): void; end(): void }>();

  constructor() {
    this.reset();
  }

  get all(): readonly LockRecord[] {
    return this.#records;
  }

  /** Whether the stream of events is down. The locks go on. */
  get isStopped(): boolean {
    return Date.now() < this.#stoppedUntil;
  }

  /** The events after the one with the id `after`. */
  since(after: number): readonly LockEvent[] {
    return this.#events.slice(after);
  }

  reset(): void {
    this.#records = names.map((name, index) => ({ id: `${index + 1}`, name, waiting: index }));
    this.#events = [];
    this.#stoppedUntil = 0;
    if (this.#followers.size === 0) this.#rest();
  }

  follow(follower: { next(event: LockEvent): void; end(): void }): () => void {
    this.#followers.add(follower);
    this.#timer ??= setInterval(() => {
      if (this.#followers.size > 0 || this.isStopped) return this.step();
      this.#rest();
    }, EVERY);
    return () => this.#followers.delete(follower);
  }

  /** Ends the streams of all followers, and refuses others for some time. */
  stop(): void {
    this.#stoppedUntil = Date.now() + STOP;
    for (const follower of this.#followers) follower.end();
  }

  /** The next event: the same ones in the same order after each reset. */
  step(): void {
    const id = this.#events.length + 1;
    const at = (id * 3) % this.#records.length;
    const before = this.#records[at];
    const does = before.waiting === 0 || (id % 5 < 2 && before.waiting < 6) ? 'arrives' : 'passes';
    const lock = { ...before, waiting: before.waiting + (does === 'arrives' ? 1 : -1) };
    this.#records[at] = lock;
    const event: LockEvent = { id, boat: boats[id % boats.length], does, lock };
    this.#events.push(event);
    for (const follower of this.#followers) follower.next(event);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
