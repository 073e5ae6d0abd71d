import type { Observable } from 'rxjs';
import { DEVELOPMENT } from '../shared/development.ts';
import { stage } from './stage.ts';

/** Streams by name. */
export type StateSources = Readonly<Record<string, Observable<unknown>>>;

/** The values of the streams, by name. */
export type CombinedValues<T extends StateSources> = {
  readonly [P in keyof T]: T[P] extends Observable<infer V> ? V : never;
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
  const recall = remember();
  const combined$ = stage<Values>((subscriber) => {
    const values = emptyValues();
    let last: Values | undefined;
    return {
      inputs: names.map((name) => ({
        source: sources[name],
        take: (value) => (values[name] = value),
      })),
      emit() {
        const next = recall(values);
        if (next === last) return;
        last = next;
        subscriber.next(next);
      },
    };
  });
  const getValue = (): Values => {
    const values = emptyValues();
    for (const name of names) values[name] = (sources[name] as ValueStream<unknown>).getValue();
    return recall(values);
  };
  const haveValues = names.every((name) => 'getValue' in sources[name]);
  // The casts hold: each member has the name of its stream.
  if (!haveValues) return combined$ as Observable<CombinedValues<T>>;
  return Object.assign(combined$, { getValue }) as ValueStream<CombinedValues<T>>;
}

type Values = Record<string, unknown>;

/** Returns the last object again for equal values, so that all subscribers get the same one. */
function remember(): (values: Values) => Readonly<Values> {
  let last: Readonly<Values> | undefined;
  return (values) => {
    const isSame = Object.keys(values).every((name) => last && Object.is(values[name], last[name]));
    if (last && isSame) return last;
    const next = { ...values };
    return (last = DEVELOPMENT ? Object.freeze(next) : next);
  };
}

/** Without a prototype: a stream may be called `__proto__`. */
function emptyValues(): Values {
  return Object.create(null) as Values;
}
