import type { Unsubscribable } from 'rxjs';
import type { StateObservable } from '../../src/streams/StateObservable.ts';

/** A subscriber: what it was told, and what it should not have been told. */
export class Listener<T> {
  readonly name: string;
  readonly observable: StateObservable<T>;
  readonly problems: string[] = [];
  /** What it was told since the last look. */
  news: T[] = [];
  last: T | undefined;
  #subscription: Unsubscribable | undefined;
  #isStopped = false;
  #isTold = false;

  /** `onValue` runs inside of each emission; what it throws goes to RxJS. */
  constructor(
    name: string,
    observable: StateObservable<T>,
    onValue: (self: Listener<T>, value: T) => void,
  ) {
    this.name = name;
    this.observable = observable;
    this.#subscription = observable.subscribe((value) => {
      if (this.#isStopped) this.problems.push('is told after it unsubscribed');
      if (this.#isTold && isSame(value, this.last)) this.problems.push('is told the same twice');
      if (!Object.is(observable.getValue(), value)) {
        this.problems.push('is told what is not of the newest commit');
      }
      this.#isTold = true;
      this.last = value;
      this.news.push(value);
      onValue(this, value);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#subscription?.unsubscribe();
  }
}

/** Whether two values are the same, or states of which no member differs. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isState(a) || !isState(b)) return false;
  return Object.keys(a).every((name) => Object.is(a[name], b[name]));
}

function isState(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'status' in value;
}
