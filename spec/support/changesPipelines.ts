import fc from 'fast-check';
import { map, type Observable } from 'rxjs';
import { aggregateChanges, distinctChanges } from '../../src/features/changes/aggregateChanges.ts';
import { asMap } from '../../src/features/changes/materialize.ts';
import { type Comparator, sortChanges } from '../../src/features/changes/sortChanges.ts';
import {
  exceptChanges,
  intersectChanges,
  unionChanges,
} from '../../src/features/changes/unionChanges.ts';
import { filterChanges, mapChanges } from '../../src/features/changes/eachRow.ts';
import { fromRows } from '../../src/features/changes/fromRows.ts';
import { joinChanges, joinManyChanges } from '../../src/features/changes/joinChanges.ts';
import {
  pageChanges,
  topChanges,
  windowChanges,
} from '../../src/features/changes/windowChanges.ts';
import { sumOf } from '../../src/features/changes/aggregates.ts';
import type { ChangeSet } from '../../src/features/changes/ChangeSet.ts';

export interface Item {
  readonly id: string;
  readonly n: number;
  readonly of: string;
}

export interface Settings {
  readonly least: number;
  readonly isFalling: boolean;
  readonly offset: number;
  readonly limit: number;
}

type Rows = ReadonlyMap<string, Item>;
type Changes$ = Observable<ChangeSet<string, Item>>;

/** A derived view in two forms: as a stream of changes, and recomputed from all rows. */
export interface Pipeline {
  readonly name: string;
  build(sources: {
    readonly a$: Changes$;
    readonly b$: Changes$;
    readonly settings$: Observable<Settings>;
  }): Changes$;
  compute(state: { readonly a: Rows; readonly b: Rows; readonly settings: Settings }): Rows;
}

const rising: Comparator<Item> = (x, y) => x.n - y.n;
const falling: Comparator<Item> = (x, y) => y.n - x.n;
const orderOf = ({ isFalling }: Settings) => (isFalling ? falling : rising);

function rowsOf(items: Iterable<Item>): Rows {
  return new Map(Array.from(items, (item) => [item.id, item]));
}

function sortedItems(rows: Rows, by: Comparator<Item>): Item[] {
  return [...rows.values()].sort((x, y) => by(x, y) || (x.id < y.id ? -1 : 1));
}

function listOf(rows: Rows): Item[] {
  return [...rows.values()];
}

export const tableA: Pipeline = {
  name: 'a',
  build: ({ a$ }) => a$,
  compute: ({ a }) => a,
};

export const tableB: Pipeline = {
  name: 'b',
  build: ({ b$ }) => b$,
  compute: ({ b }) => b,
};

type Step = (changes$: Changes$, settings$: Observable<Settings>) => Changes$;
type Recompute = (rows: Rows, settings: Settings) => Rows;

const step =
  (name: string, build: Step, compute: Recompute) =>
  (input: Pipeline): Pipeline => ({
    name: `${name}(${input.name})`,
    build: (sources) => build(input.build(sources), sources.settings$),
    compute: (state) => compute(input.compute(state), state.settings),
  });

const plus = (item: Item, n: number): Item => ({ ...item, n: item.n + n });

/** Operators with one input of rows. */
export const unary = {
  filter: step(
    'filter',
    (x$) => x$.pipe(filterChanges(({ n }) => n % 3 !== 0)),
    (rows) => rowsOf(listOf(rows).filter(({ n }) => n % 3 !== 0)),
  ),
  filterByStream: step(
    'filterByStream',
    (x$, settings$) =>
      x$.pipe(
        filterChanges(
          settings$.pipe(
            map(
              ({ least }) =>
                (item: Item) =>
                  item.n >= least,
            ),
          ),
        ),
      ),
    (rows, { least }) => rowsOf(listOf(rows).filter(({ n }) => n >= least)),
  ),
  map: step(
    'map',
    (x$) => x$.pipe(mapChanges((item) => plus(item, 1))),
    (rows) => rowsOf(listOf(rows).map((item) => plus(item, 1))),
  ),
  mapCoarsely: step(
    'mapCoarsely',
    (x$) =>
      x$.pipe(
        mapChanges((item) => ({ ...item, n: Math.floor(item.n / 4) }), {
          equal: (x, y) => x.n === y.n && x.of === y.of,
        }),
      ),
    (rows) => rowsOf(listOf(rows).map((item) => ({ ...item, n: Math.floor(item.n / 4) }))),
  ),
  sort: step(
    'sort',
    (x$) => x$.pipe(sortChanges(rising)),
    (rows) => rowsOf(sortedItems(rows, rising)),
  ),
  sortByStream: step(
    'sortByStream',
    (x$, settings$) => x$.pipe(sortChanges(settings$.pipe(map(orderOf)))),
    (rows, settings) => rowsOf(sortedItems(rows, orderOf(settings))),
  ),
  window: step(
    'window',
    (x$, settings$) => x$.pipe(sortChanges(rising), windowChanges(settings$)),
    (rows, { offset, limit }) => rowsOf(sortedItems(rows, rising).slice(offset, offset + limit)),
  ),
  page: step(
    'page',
    (x$, settings$) =>
      x$.pipe(
        sortChanges(settings$.pipe(map(orderOf))),
        pageChanges(
          settings$.pipe(map(({ offset, limit }) => ({ page: offset + 1, size: limit }))),
        ),
      ),
    (rows, settings) => {
      const { offset, limit } = settings;
      const sorted = sortedItems(rows, orderOf(settings));
      return rowsOf(sorted.slice(offset * limit, (offset + 1) * limit));
    },
  ),
  top: step(
    'top',
    (x$) => x$.pipe(topChanges(3, falling)),
    (rows) => rowsOf(sortedItems(rows, falling).slice(0, 3)),
  ),
  distinct: step(
    'distinct',
    (x$) =>
      x$.pipe(
        distinctChanges(({ of }) => of),
        mapChanges((of) => ({ id: of, n: 0, of })),
      ),
    (rows) => rowsOf(listOf(rows).map(({ of }) => ({ id: of, n: 0, of }))),
  ),
  aggregate: step(
    'aggregate',
    (x$) =>
      x$.pipe(
        aggregateChanges(
          ({ of }) => of,
          sumOf(({ n }) => n),
        ),
        mapChanges((n, of) => ({ id: of, n, of })),
      ),
    (rows) => {
      const sums = new Map<string, number>();
      for (const { n, of } of rows.values()) sums.set(of, (sums.get(of) ?? 0) + n);
      return rowsOf(Array.from(sums, ([of, n]) => ({ id: of, n, of })));
    },
  ),
  fromRows: step(
    'fromRows',
    (x$) =>
      fromRows(
        x$.pipe(
          asMap(),
          map((rows) => rows.values()),
        ),
        ({ id }) => id,
      ),
    (rows) => rows,
  ),
} satisfies Record<string, (input: Pipeline) => Pipeline>;

const both =
  (
    name: string,
    build: (left$: Changes$, right$: Changes$) => Changes$,
    compute: (left: Rows, right: Rows) => Rows,
  ) =>
  (left: Pipeline, right: Pipeline): Pipeline => ({
    name: `${name}(${left.name}, ${right.name})`,
    build: (sources) => build(left.build(sources), right.build(sources)),
    compute: (state) => compute(left.compute(state), right.compute(state)),
  });

const keptIf = (rows: Rows, keep: (id: string) => boolean): Rows =>
  rowsOf(listOf(rows).filter(({ id }) => keep(id)));

/** Operators with two inputs of rows. */
export const binary = {
  join: both(
    'join',
    (left$, right$) =>
      left$.pipe(
        joinChanges(right$, {
          on: ({ of }) => of,
          project: (item, other) => plus(item, other?.n ?? 100),
        }),
      ),
    (left, right) => rowsOf(listOf(left).map((item) => plus(item, right.get(item.of)?.n ?? 100))),
  ),
  innerJoin: both(
    'innerJoin',
    (left$, right$) =>
      left$.pipe(
        joinChanges(right$, {
          on: ({ of }) => of,
          type: 'inner',
          project: (item, other) => plus(item, other.n),
        }),
      ),
    (left, right) =>
      rowsOf(
        listOf(left).flatMap((item) => {
          const other = right.get(item.of);
          return other ? [plus(item, other.n)] : [];
        }),
      ),
  ),
  joinMany: both(
    'joinMany',
    (left$, right$) =>
      left$.pipe(
        joinManyChanges(right$, {
          on: ({ of }) => of,
          project: (item, others) => others.reduce((sum, { n }) => plus(sum, n), item),
        }),
      ),
    (left, right) =>
      rowsOf(
        listOf(left).map((item) =>
          listOf(right).reduce((sum, { n, of }) => (of === item.id ? plus(sum, n) : sum), item),
        ),
      ),
  ),
  union: both(
    'union',
    (left$, right$) => left$.pipe(unionChanges(right$)),
    (left, right) => rowsOf([...right.values(), ...left.values()]),
  ),
  intersect: both(
    'intersect',
    (left$, right$) => left$.pipe(intersectChanges(right$)),
    (left, right) => keptIf(left, (id) => right.has(id)),
  ),
  except: both(
    'except',
    (left$, right$) => left$.pipe(exceptChanges(right$)),
    (left, right) => keptIf(left, (id) => !right.has(id)),
  ),
} satisfies Record<string, (left: Pipeline, right: Pipeline) => Pipeline>;

/** Pipelines of up to this many operators one after the other, with branches. */
export function pipelines(depth: number): fc.Arbitrary<Pipeline> {
  const tables = fc.constantFrom(tableA, tableB);
  if (depth === 0) return tables;
  const inner = pipelines(depth - 1);
  return fc.oneof(
    { weight: 1, arbitrary: tables },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...Object.values(unary)), inner)
        .map(([make, input]) => make(input)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...Object.values(binary)), inner, inner)
        .map(([make, left, right]) => make(left, right)),
    },
  );
}
