import {
  asyncScheduler,
  concat,
  distinctUntilChanged,
  finalize,
  type MonoTypeOperatorFunction,
  NEVER,
  Observable,
  ReplaySubject,
  type SchedulerLike,
  share,
  tap,
  timer,
} from 'rxjs';
import { atHeight, emittingHeight } from '../../kernel/commits/delivery.ts';
import { type AnyObservable, toObservable } from '../../kernel/requests/toObservable.ts';
import { assertLength } from '../../shared/assertLength.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { sameMembers } from '../../shared/sameMembers.ts';
import { stage } from './stage.ts';

/** Streams by name. */
export type StateSources = Readonly<Record<string, AnyObservable<unknown>>>;

/** The values of the streams, by name. */
export type CombinedValues<T extends StateSources> = {
  readonly [P in keyof T]: T[P] extends AnyObservable<infer V> ? V : never;
};

/** A stream that always has a value. */
export interface ValueStream<T> extends Observable<T> {
  /** The current value, without subscribing. */
  getValue(): T;
}

/**
 * The latest values of several streams as one object: as soon as each stream has a value, then once
 * per commit that changed any of them, in whatever order – never a mix of two commits, which
 * `combineLatest` shows. The same object as long as the values are the same. Fails when one of the
 * streams fails, completes when all have completed. If all streams have `getValue()`, the result
 * has it too.
 *
 * @example
 * ```ts
 * const header$ = combineState({ user: store.query(User, { id }), open: openCount$ });
 * ```
 */
export function combineState<T extends Readonly<Record<string, ValueStream<unknown>>>>(
  sources: T,
): ValueStream<CombinedValues<T>>;
export function combineState<T extends StateSources>(sources: T): Observable<CombinedValues<T>>;
export function combineState<T extends StateSources>(sources: T): Observable<CombinedValues<T>> {
  const names = Object.keys(sources);
  let last: Readonly<Values> | undefined;
  /** The last object again for equal values, so that all subscribers get the same one. */
  const combine = (valueOf: (name: string) => unknown): Readonly<Values> => {
    const next: Values = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
    if (last && sameMembers(last, next)) return last;
    return (last = DEVELOPMENT ? Object.freeze(next) : next);
  };
  const combined$ = stage<Values>((subscriber) => {
    const values = new Map<string, unknown>();
    let sent: Values | undefined;
    return {
      inputs: names.map((name) => ({
        source: sources[name],
        take: (value) => values.set(name, value),
      })),
      emit() {
        const next = combine((name) => values.get(name));
        if (next !== sent) subscriber.next((sent = next));
      },
    };
  });
  // The casts hold: each member has the name of its stream.
  if (!names.every((name) => 'getValue' in sources[name])) {
    return combined$ as Observable<CombinedValues<T>>;
  }
  const getValue = (): Values =>
    combine((name) => (sources[name] as ValueStream<unknown>).getValue());
  return Object.assign(combined$, { getValue }) as ValueStream<CombinedValues<T>>;
}

type Values = Record<string, unknown>;

/** Options of {@link shareState}. */
export interface ShareOptions {
  /**
   * How long the source stays subscribed after the last subscriber has gone, ms; Infinity for ever.
   * Default 5,000, so that remounts and retries find the value.
   */
  readonly grace?: number | undefined;
  /** Runs the timer of `grace`. Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Shares one subscription to the source: a late subscriber gets the latest value at once. Equal
 * values are sent once. When the source completes, the shared stream goes on with its last value.
 * When the source fails, its subscribers fail; the next subscriber starts anew.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done), asArray(), shareState());
 * ```
 */
export function shareState<T>(options: ShareOptions = {}): MonoTypeOperatorFunction<T> {
  const { grace = 5_000, scheduler = asyncScheduler } = options;
  assertLength('shareState', 'grace', grace);
  const resetOnRefCountZero = grace === 0 || (grace < Infinity && (() => timer(grace, scheduler)));
  return (source) => {
    /** That of the source: a stage that combines the latest value must be above. */
    let height: number | undefined;
    // Without completion: the state stays.
    const shared$ = concat(toObservable(source), NEVER).pipe(
      tap(() => (height = emittingHeight())),
      finalize(() => (height = undefined)),
      distinctUntilChanged(Object.is),
      share({ connector: () => new ReplaySubject(1), resetOnRefCountZero }),
    );
    return new Observable((subscriber) => {
      atHeight(height ?? emittingHeight(), () => shared$.subscribe(subscriber));
    });
  };
}
