import { BehaviorSubject, type Observable, of } from 'rxjs';
import { All, type createStore, Entity, type StateObservable } from 'streambed';
import {
  aggregateChanges,
  asArray,
  asMap,
  asRecord,
  averageChanges,
  batchChanges,
  type ChangeSet,
  type StoredRow,
  combineState,
  countChanges,
  countOf,
  distinctChanges,
  everyChanges,
  exceptChanges,
  filterChanges,
  fromRows,
  type Group,
  groupChanges,
  intersectChanges,
  joinChanges,
  joinManyChanges,
  mapChanges,
  maxChanges,
  minOf,
  type OrderedChangeSet,
  pageChanges,
  shareState,
  someChanges,
  sortChanges,
  sumChanges,
  topChanges,
  unionChanges,
  type ValueStream,
  watchKey,
  windowChanges,
  type WindowedChangeSet,
  changes,
} from 'streambed/changes';
import { check, type Equal } from './Equal.ts';

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
}
class Todo extends Entity {
  readonly id: string = '';
  readonly title: string = '';
  readonly hours: number = 0;
  readonly done: boolean = false;
  readonly by: string = '';
}

class Note extends Entity {
  readonly id: string = '';
  readonly text: string = '';
  readonly author: User | undefined = undefined;
  static override readonly schema = { author: User };
}

interface StoredNote {
  readonly id?: string;
  readonly text?: string;
  readonly author?: string | null;
}

/** Never called: only its types matter. */
function declarations(store: ReturnType<typeof createStore>) {
  const todos$ = changes(store, Todo);
  const users$ = changes(store, new All(User));
  const stored$ = changes(store, Note, { flat: true });
  check<Equal<typeof stored$, Observable<ChangeSet<string, StoredNote>>>>();
  const storedByTitle$ = changes(store, Todo, { flat: true }).pipe(
    filterChanges(({ done }) => done !== true),
    asArray(),
  );
  check<Equal<typeof storedByTitle$, Observable<readonly StoredRow<typeof Todo>[]>>>();
  const byHours = (a: Todo, b: Todo): number => a.hours - b.hours;

  const open$ = todos$.pipe(filterChanges((todo) => !todo.done));
  check<Equal<typeof open$, Observable<ChangeSet<string, Todo>>>>();
  const streamed$ = todos$.pipe(filterChanges(of((todo: Todo, key: string) => todo.id === key)));
  check<Equal<typeof streamed$, Observable<ChangeSet<string, Todo>>>>();

  const titles$ = todos$.pipe(mapChanges((todo) => todo.title));
  check<Equal<typeof titles$, Observable<ChangeSet<string, string>>>>();

  const sorted$ = open$.pipe(sortChanges(byHours));
  check<Equal<typeof sorted$, Observable<OrderedChangeSet<string, Todo>>>>();
  const inline$ = open$.pipe(
    sortChanges((a, b) => a.hours - b.hours),
    asArray(),
  );
  check<Equal<typeof inline$, Observable<readonly Todo[]>>>();

  const shown$ = sorted$.pipe(windowChanges(new BehaviorSubject({ offset: 0, limit: 5 })));
  check<Equal<typeof shown$, Observable<WindowedChangeSet<string, Todo>>>>();
  const page$ = sorted$.pipe(pageChanges({ page: 1, size: 5 }), asArray());
  check<Equal<typeof page$, Observable<readonly Todo[]>>>();
  const top$ = todos$.pipe(
    topChanges(3, (a, b) => b.hours - a.hours),
    asArray(),
  );
  check<Equal<typeof top$, Observable<readonly Todo[]>>>();

  const groups$ = todos$.pipe(groupChanges((todo) => todo.by));
  check<Equal<typeof groups$, Observable<ChangeSet<string, Group<string, string, Todo>>>>>();
  const least$ = todos$.pipe(
    aggregateChanges(
      (todo) => todo.done,
      minOf((todo) => todo.hours),
    ),
  );
  check<Equal<typeof least$, Observable<ChangeSet<boolean, number | undefined>>>>();
  const counts$ = todos$.pipe(
    aggregateChanges((todo) => todo.by, countOf()),
    asMap(),
  );
  check<Equal<typeof counts$, Observable<ReadonlyMap<string, number>>>>();

  const numbers = {
    count: todos$.pipe(countChanges()),
    sum: todos$.pipe(sumChanges((todo) => todo.hours)),
    mean: todos$.pipe(averageChanges((todo) => todo.hours)),
    last: todos$.pipe(maxChanges((todo) => todo.title)),
    some: todos$.pipe(someChanges((todo) => todo.done)),
    every: todos$.pipe(everyChanges((todo) => todo.done)),
  };
  const combined$ = combineState(numbers);
  check<
    Equal<
      typeof combined$,
      Observable<{
        readonly count: number;
        readonly sum: number;
        readonly mean: number | undefined;
        readonly last: string | undefined;
        readonly some: boolean;
        readonly every: boolean;
      }>
    >
  >();

  const left$ = todos$.pipe(
    joinChanges(users$, { on: (todo) => todo.by, project: (todo, user) => [todo, user] as const }),
  );
  check<Equal<typeof left$, Observable<ChangeSet<string, readonly [Todo, User | undefined]>>>>();
  const inner$ = todos$.pipe(
    joinChanges(users$, {
      on: (todo) => todo.by,
      type: 'inner',
      project: (todo, user) => todo.title + user.name,
    }),
  );
  check<Equal<typeof inner$, Observable<ChangeSet<string, string>>>>();
  const many$ = users$.pipe(
    joinManyChanges(todos$, { on: (todo) => todo.by, project: (_, own) => own.length }),
    asRecord(),
  );
  check<Equal<typeof many$, Observable<Readonly<Record<string, number>>>>>();

  const union$ = todos$.pipe(unionChanges(open$, open$));
  check<Equal<typeof union$, Observable<ChangeSet<string, Todo>>>>();
  const both$ = todos$.pipe(intersectChanges(users$), exceptChanges(users$));
  check<Equal<typeof both$, Observable<ChangeSet<string, Todo>>>>();
  const tags$ = todos$.pipe(distinctChanges((todo) => todo.hours));
  check<Equal<typeof tags$, Observable<ChangeSet<number, number>>>>();
  const calm$ = todos$.pipe(batchChanges({ frame: true }), batchChanges(5), watchKey('t1'));
  check<Equal<typeof calm$, Observable<Todo | undefined>>>();
  const rows$ = fromRows(of([{ code: 1n }]), (row) => row.code);
  check<Equal<typeof rows$, Observable<ChangeSet<bigint, { code: bigint }>>>>();
  const shared$ = inline$.pipe(shareState({ grace: 0 }));
  check<Equal<typeof shared$, Observable<readonly Todo[]>>>();

  const user$ = store.query(User, { id: '1' });
  check<Equal<typeof user$, StateObservable<User | undefined>>>();
  const state$ = combineState({ user: user$, text: new BehaviorSubject('') });
  check<
    Equal<typeof state$, ValueStream<{ readonly user: User | undefined; readonly text: string }>>
  >();
}

it('has the types that tsc checks', () => {
  expect([declarations]).toHaveLength(1);
});
