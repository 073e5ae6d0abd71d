import type { Unsubscribable } from 'rxjs';
import type { StateObservable } from '../../../src/kernel/streams/StateObservable.ts';

/** A subscriber that records its emissions and reports those that must not happen. */
export class Listener<T> {
  readonly name: string;
  readonly observable: StateObservable<T>;
  readonly problems: string[] = [];
  /** The emissions since the last check. */
  news: T[] = [];
  last: T | undefined;
  #subscription: Unsubscribable | undefined;
  #isStopped = false;
  #hasValue = false;

  /** `onValue` runs inside each emission; RxJS reports its errors. */
  constructor(
    name: string,
    observable: StateObservable<T>,
    onValue: (self: Listener<T>, value: T) => void,
  ) {
    this.name = name;
    this.observable = observable;
    this.#subscription = observable.subscribe((value) => {
      if (this.#isStopped) this.problems.push('emits after it unsubscribed');
      if (this.#hasValue && isSame(value, this.last))
        this.problems.push('emits an equal value twice');
      if (!Object.is(observable.getValue(), value)) {
        this.problems.push('emits a value that is not of the newest commit');
      }
      this.#hasValue = true;
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

/** Whether two values are identical, or are states with identical members. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isState(a) || !isState(b)) return false;
  return Object.keys(a).every((name) => Object.is(a[name], b[name]));
}

function isState(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'status' in value;
}
