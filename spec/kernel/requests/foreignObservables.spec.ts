import { BehaviorSubject, firstValueFrom, NEVER, type Observable, toArray } from 'rxjs';
import { createStore, Endpoint, Entity } from 'streambed';
import {
  asArray,
  asRecord,
  batchChanges,
  changes,
  combineState,
  countChanges,
  filterChanges,
  fromRows,
  joinChanges,
  pageChanges,
  shareState,
  someChanges,
  sortChanges,
  topChanges,
  unionChanges,
  windowChanges,
} from 'streambed/changes';
import { applyMessages, revalidateOn } from 'streambed/live';
import type { AnyObservable } from '../../../src/kernel/requests/toObservable.ts';
import { toObservable } from '../../../src/kernel/requests/toObservable.ts';
import { collect } from '../../support/collect.ts';

class Row extends Entity {
  id = '';
  n = 0;
  static override readonly key = 'Row';
}

/** What a library calls. */
interface Calls {
  readonly next: (value: unknown) => void;
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
}

/** The producer of a source: returns what ends it. */
type Produce = (calls: Calls) => () => void;

/** How a library's `subscribe` is called, and what it returns. */
type Subscribe = (...args: unknown[]) => unknown;

const callsOf = (observer: unknown): Calls => {
  if (typeof observer !== 'object') throw new TypeError('An observer is required.');
  return observer as Calls;
};

const takesObserver =
  (produce: Produce): Subscribe =>
  (observer) => ({
    unsubscribe: produce(callsOf(observer)),
  });

/** `Symbol.observable` may be defined after RxJS was loaded. */
const late = Symbol('observable');
beforeAll(() => Object.defineProperty(Symbol, 'observable', { value: late, configurable: true }));
afterAll(() => Reflect.deleteProperty(Symbol, 'observable'));

const libraries: Readonly<Record<string, (produce: Produce) => unknown>> = {
  'an observer': (produce) => ({
    subscribe: (observer: Calls) => ({ unsubscribe: produce(observer) }),
  }),
  'an observer, and return a function': (produce) => ({
    subscribe: (observer: Calls) => produce(observer),
  }),
  'functions, and return a function': (produce) => ({
    subscribe: (next: Calls['next'], error: Calls['error'], complete: Calls['complete']) =>
      produce({ next, error, complete }),
  }),
  'functions, and return an object': (produce) => ({
    subscribe: (next: Calls['next'], error: Calls['error'], complete: Calls['complete']) => ({
      unsubscribe: produce({ next, error, complete }),
    }),
  }),
  'a strict observer, with `Symbol.observable`': (produce) => ({
    subscribe: takesObserver(produce),
    [late]() {
      return this;
    },
  }),
  'a strict observer, with `@@observable`': (produce) => ({
    subscribe: takesObserver(produce),
    '@@observable'() {
      return this;
    },
  }),
  'nothing, but have `@@observable`': (produce) => ({
    '@@observable': () => ({ subscribe: takesObserver(produce) }),
  }),
  'an observer, and are functions': (produce) =>
    Object.assign(() => 0, { subscribe: (observer: Calls) => produce(observer) }),
};

describe.each(Object.entries(libraries))('observables whose subscribe takes %s', (_name, make) => {
  const stopped = jest.fn();
  beforeEach(() => stopped.mockClear());

  /** Emits a value and stays open. */
  const open = <T>(value: T): AnyObservable<T> =>
    make(({ next }) => {
      next(value);
      return stopped;
    }) as AnyObservable<T>;
  const all = <T>(...values: readonly T[]): AnyObservable<T> =>
    make(({ next, complete }) => {
      for (const value of values) next(value);
      complete();
      return stopped;
    }) as AnyObservable<T>;
  const failing = (): AnyObservable<never> =>
    make(({ error }) => {
      error(new Error('broken'));
      return stopped;
    }) as AnyObservable<never>;

  const rows = () => {
    const store = createStore();
    store.set(
      [Row],
      [
        { id: 'a', n: 1 },
        { id: 'b', n: 2 },
      ],
    );
    return { store, rows$: changes(store, Row) };
  };

  it('emit, complete, fail and end', async () => {
    expect(await firstValueFrom(toObservable(all(1, 2)).pipe(toArray()))).toEqual([1, 2]);
    await expect(firstValueFrom(toObservable(failing()))).rejects.toThrow('broken');
    const collected = collect(toObservable(open(1)));
    stopped.mockClear();
    expect(collected.values).toEqual([1]);
    collected.stop();
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('are responses of endpoints, and end with the signal of the caller', async () => {
    const store = createStore();
    const read = new Endpoint(() => open({ id: 'c', n: 3 }), { name: 'read', schema: Row });
    expect((await store.fetch(read)).n).toBe(3);
    const silent = new Endpoint(() => make(() => stopped) as AnyObservable<unknown>, {
      name: 'silent',
    });
    const controller = new AbortController();
    const response = store.fetch(silent.extend({ signal: controller.signal }));
    controller.abort();
    await expect(response).rejects.toBe(controller.signal.reason);
    expect(stopped).toHaveBeenCalled();
    store.dispose();
  });

  it('are results of interceptors', async () => {
    const store = createStore({ interceptors: [() => open({ id: 'd', n: 4 })] });
    const read = new Endpoint(() => NEVER, { name: 'read', schema: Row });
    expect((await store.fetch(read)).n).toBe(4);
    store.dispose();
  });

  it('are inputs of change sets', () => {
    const { store, rows$ } = rows();
    const ids = (set$: Observable<readonly Row[]>) =>
      collect(set$)
        .values.at(-1)
        ?.map(({ id }) => id);
    const byN = sortChanges<string, Row>((a, b) => a.n - b.n);
    expect(collect(fromRows(open([{ k: 1 }]), ({ k }) => k).pipe(asArray())).values).toEqual([
      [{ k: 1 }],
    ]);
    expect(ids(rows$.pipe(filterChanges(open((row: Row) => row.n === 2)), asArray()))).toEqual([
      'b',
    ]);
    expect(ids(rows$.pipe(sortChanges(open((a: Row, b: Row) => b.n - a.n)), asArray()))).toEqual([
      'b',
      'a',
    ]);
    expect(
      ids(
        rows$.pipe(
          topChanges(
            1,
            open((a: Row, b: Row) => b.n - a.n),
          ),
          asArray(),
        ),
      ),
    ).toEqual(['b']);
    expect(ids(rows$.pipe(byN, windowChanges(open({ offset: 1, limit: 1 })), asArray()))).toEqual([
      'b',
    ]);
    expect(ids(rows$.pipe(byN, pageChanges(open({ page: 2, size: 1 })), asArray()))).toEqual(['b']);
    expect(ids(rows$.pipe(batchChanges(open(0)), asArray()))).toEqual(['a', 'b']);
    store.dispose();
  });

  it('bring change sets to all operators', () => {
    const { store, rows$ } = rows();
    const set = collect(rows$).values[0];
    const sets$ = open(set) as Observable<typeof set>;
    const last = (stream: Observable<unknown>) => collect(stream).values.at(-1);
    expect(last(asArray<string, Row>()(sets$))).toHaveLength(2);
    expect(last(asRecord<Row>()(sets$))).toHaveProperty('b');
    expect(last(countChanges()(sets$))).toBe(2);
    expect(last(someChanges<string, Row>(({ n }) => n > 1)(sets$))).toBe(true);
    expect(last(shareState<typeof set>()(sets$))).toBe(set);
    expect(last(unionChanges<string, Row>()(sets$).pipe(asArray()))).toHaveLength(2);
    const joined = rows$.pipe(
      joinChanges(sets$, { on: ({ id }) => id, project: (_row, right) => right?.n }),
      asArray(),
    );
    expect(last(joined)).toEqual([1, 2]);
    store.dispose();
  });

  it('are combined with streams of the store', () => {
    const { store } = rows();
    const { values } = collect(combineState({ x: open(7), row: store.query(Row, 'a') }));
    expect(values).toMatchObject([{ x: 7, row: { n: 1 } }]);
    store.dispose();
  });

  it('are messages, and signals of plugins and polls', async () => {
    const active$ = open(true);
    const plugins = [
      applyMessages(open({ id: 'm', n: 9 }), (to, message) => to.set(Row, message), {
        interval: 0,
      }),
      revalidateOn({ visible$: active$, online$: active$ }),
    ];
    const store = createStore({ plugins, active$ });
    const row$ = new BehaviorSubject<Row | undefined>(undefined);
    const changed = new Promise<void>((resolve) => {
      store.query(Row, 'm').subscribe((row) => {
        row$.next(row);
        if (row) resolve();
      });
    });
    await changed;
    expect(row$.value?.n).toBe(9);
    store.dispose();
    expect(stopped).toHaveBeenCalled();
  });
});
