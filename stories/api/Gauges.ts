/** A river gauge as the API sends it. */
export interface GaugeRecord {
  readonly id: string;
  readonly name: string;
  /** cm. */
  readonly level: number;
  /** Difference to the previous reading, cm. */
  readonly change: number;
  /** Time of the reading, ms since epoch. */
  readonly at: number;
}

/** A client that follows gauges over a socket. */
export interface Follower {
  send(text: string): void;
  close(code: number): void;
}

/** The interval of readings while there are followers, ms. */
const EVERY = 300;

/** How long a restart of the server takes, ms. */
const RESTART = 3_000;

const names = ['Weir', 'Old mill', 'Ferry', 'Stone bridge', 'Harbour'];

/** River gauges that move while there are followers, in the same way each time. */
export class Gauges {
  readonly #records = new Map<string, GaugeRecord>();
  readonly #followers = new Map<Follower, Set<string>>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #steps = 0;
  #restartedAt = 0;

  constructor() {
    const at = Date.now();
    for (const [place, name] of names.entries()) {
      const id = `${place + 1}`;
      this.#records.set(id, { id, name, level: 120 + place * 35, change: 0, at });
    }
  }

  get all(): GaugeRecord[] {
    return [...this.#records.values()];
  }

  /** The number of followers. */
  get followers(): number {
    return this.#followers.size;
  }

  /** Whether the server is restarting and refuses sockets. */
  get isRestarting(): boolean {
    return Date.now() < this.#restartedAt;
  }

  connect(follower: Follower): void {
    this.#followers.set(follower, new Set());
    this.#timer ??= setInterval(() => this.#step(), EVERY);
  }

  disconnect(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Handles a message: `{ "join": "1" }` or `{ "leave": "1" }`. */
  obey(follower: Follower, text: string): void {
    const { join, leave } = JSON.parse(text) as { join?: string; leave?: string };
    const followed = this.#followers.get(follower);
    if (join !== undefined) followed?.add(join);
    if (leave !== undefined) followed?.delete(leave);
  }

  /**
   * Closes all connections as a restarting server does, and refuses new ones until it has
   * restarted.
   */
  restart(): void {
    this.#restartedAt = Date.now() + RESTART;
    for (const follower of this.#followers.keys()) follower.close(1012);
  }

  /** Ends a restart at once. */
  reset(): void {
    this.#restartedAt = 0;
  }

  /** Reads one gauge and sends the reading to its followers. */
  #step(): void {
    const step = this.#steps++;
    const id = `${((step * 3) % names.length) + 1}`;
    const before = this.#records.get(id);
    if (!before) return;
    const change = Math.round(4 * Math.sin(step * 1.7) + 2 * Math.sin(step / 9));
    const level = Math.min(390, Math.max(20, before.level + change));
    const gauge = { ...before, level, change: level - before.level, at: Date.now() };
    this.#records.set(id, gauge);
    for (const [follower, followed] of this.#followers) {
      if (followed.has(id)) follower.send(JSON.stringify(gauge));
    }
  }
}
