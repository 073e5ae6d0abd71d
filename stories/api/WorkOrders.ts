import type { WebSocket } from 'ws';

/** A work order as the API sends it. */
export interface WorkOrderRecord {
  readonly id: number;
  readonly title: string;
  readonly crew: string;
  readonly state: 'open' | 'doing' | 'done';
  /** 1: can wait, 5: urgent. */
  readonly urgency: number;
  /** Hours. */
  readonly hours: number;
}

/** The changed members of a work order. */
type Change = Pick<WorkOrderRecord, 'id'> & Partial<WorkOrderRecord>;

/** The interval of changes, ms, and the number of changes per second. */
const EVERY = 20;
const PER_SECOND = 1_000;

const tasks = ['Dredge', 'Mow', 'Repair', 'Inspect', 'Paint', 'Clear', 'Survey', 'Replace'];
const things = ['weir', 'sluice', 'jetty', 'gauge', 'reed belt', 'fish ladder', 'towpath', 'lock'];
const crews = ['Alder', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Linden', 'Maple', 'Willow'];
const states = ['open', 'doing', 'done'] as const;

/** Work orders that change while there are followers, in the same way each time. */
export class WorkOrders {
  readonly #records: WorkOrderRecord[] = [];
  readonly #followers = new Set<Pick<WebSocket, 'send'>>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #steps = 0;

  /** The first `count` orders, at most 200,000. */
  first(count: number): readonly WorkOrderRecord[] {
    const wanted = Math.min(count, 200_000);
    while (this.#records.length < wanted) this.#records.push(makeOrder(this.#records.length));
    return this.#records.slice(0, wanted);
  }

  connect(follower: Pick<WebSocket, 'send'>): void {
    this.#followers.add(follower);
    this.#timer ??= setInterval(() => this.#step(), EVERY);
  }

  disconnect(follower: Pick<WebSocket, 'send'>): void {
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Changes some orders and sends one message each to all followers. */
  #step(): void {
    if (this.#records.length === 0) return;
    for (let n = 0; n < (PER_SECOND * EVERY) / 1_000; n++) {
      const change = this.#next();
      const text = JSON.stringify(change);
      for (const follower of this.#followers) follower.send(text);
    }
  }

  #next(): Change {
    const step = this.#steps++;
    // A step that is coprime to the count reaches every order.
    const place = (step * 7_919) % this.#records.length;
    const { id, state, hours, urgency } = this.#records[place];
    const change: Change =
      step % 3 === 0
        ? { id, state: states[(states.indexOf(state) + 1) % states.length] }
        : step % 3 === 1
          ? { id, hours: (hours % 40) + 1 }
          : { id, urgency: (urgency % 5) + 1 };
    this.#records[place] = { ...this.#records[place], ...change };
    return change;
  }
}

function makeOrder(place: number): WorkOrderRecord {
  const pick = <T>(list: readonly T[], factor: number): T =>
    list[Math.floor(place * factor) % list.length];
  return {
    id: place + 1,
    title: `${pick(tasks, 1)} ${pick(things, 0.37)} ${(place % 97) + 1}`,
    crew: pick(crews, 1.7),
    state: pick(states, 0.71),
    urgency: (Math.floor(place * 1.37) % 5) + 1,
    hours: (Math.floor(place * 3.3) % 40) + 1,
  };
}
