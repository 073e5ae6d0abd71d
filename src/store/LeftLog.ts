/** Fewer places than this are not worth the work of leaving out what is in them twice. */
const MIN_PLACES = 64;

/**
 * What was left, in the order in which it was, and when: two lists take a third of the memory of a Map. What was left several times may be in it
 * as often; it never takes more than twice the places that it needs.
 */
export class LeftLog<T> {
  readonly #items: T[] = [];
  /** Of each item, ms since epoch. */
  readonly #times: number[] = [];
  #limit = MIN_PLACES;

  add(item: T, now: number): void {
    this.#items.push(item);
    this.#times.push(now);
    if (this.#items.length <= this.#limit) return;
    this.#leaveOutRepeated();
    this.#limit = Math.max(2 * this.#items.length, MIN_PLACES);
  }

  /** What was left, some of it more than once. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** When the first of what is in it was left for the last time; Infinity without any. */
  get first(): number {
    this.#leaveOutRepeated();
    return this.#times[0] ?? Infinity;
  }

  /** Forgets what was left at `since` or before. */
  sweep(since: number): void {
    const place = this.#times.findIndex((left) => left > since);
    const count = place < 0 ? this.#times.length : place;
    this.#items.splice(0, count);
    this.#times.splice(0, count);
  }

  #leaveOutRepeated(): void {
    const [items, times] = [this.#items, this.#times];
    const last = new Map(items.map((item, place) => [item, place]));
    if (last.size === items.length) return;
    let count = 0;
    for (let place = 0; place < items.length; place++) {
      if (last.get(items[place]) !== place) continue;
      items[count] = items[place];
      times[count++] = times[place];
    }
    items.length = times.length = count;
  }
}
