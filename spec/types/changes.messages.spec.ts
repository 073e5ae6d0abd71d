import { describeMessages, type Mistake } from './support/describeMessages.ts';

const prelude = `
import { map } from 'rxjs';
import { createStore, Entity } from 'streambed';
import { aggregateChanges, asArray, combineState, filterChanges, fromRows, joinChanges, mapChanges, sortChanges, sumChanges, sumOf, windowChanges, changes } from 'streambed/changes';
class User extends Entity { readonly id: string = ''; readonly name: string = ''; }
class Todo extends Entity { readonly id: string = ''; readonly title: string = ''; readonly hours: number = 0; readonly by: string = ''; }
const store = createStore();
const todos$ = changes(store, Todo);
const users$ = changes(store, User);
const range = { offset: 0, limit: 5 };
`;

/** A mistake, the underlined text, and the message. */
const mistakes: readonly Mistake[] = [
  ['todos$.pipe(filterChanges((todo) => todo.nam));', 'nam', /'nam' does not exist on type 'Todo'/],
  [
    'todos$.pipe(sortChanges((a, b) => a.title < b.title));',
    '(a, b) => a.title < b.title',
    /'boolean' is not assignable to type 'number'/,
  ],
  [
    'todos$.pipe(filterChanges(() => true), windowChanges(range));',
    'filterChanges(() => true)',
    /'ChangeSet<string, Todo>' is missing the following properties from type 'OrderedChangeSet</,
  ],
  [
    'todos$.pipe(sumChanges((todo) => todo.title));',
    'todo.title',
    /'string' is not assignable to type 'number'/,
  ],
  [
    'todos$.pipe(joinChanges(users$, { on: (todo) => todo.hours, project: () => 0 }));',
    'todo.hours',
    /'number' is not assignable to type 'string'/,
  ],
  [
    'todos$.pipe(joinChanges(users$, { on: (todo) => todo.by, project: (_, user) => user.name }));',
    'user',
    /'user' is possibly 'undefined'/,
  ],
  [
    "todos$.pipe(joinChanges(users$, { on: (todo) => todo.by, type: 'outer', project: () => 0 }));",
    'type',
    /'"outer"' is not assignable to type/,
  ],
  [
    'todos$.pipe(aggregateChanges((todo) => todo.by, sumOf((todo) => todo.title)));',
    'todo.title',
    /'string' is not assignable to type 'number'/,
  ],
  [
    'todos$.pipe(map((todos) => todos.length));',
    'length',
    /'length' does not exist on type 'ChangeSet/,
  ],
  ['combineState({ n: 5 });', 'n', /'number' is not assignable to type 'AnyObservable/],
];

describeMessages('what the compiler says of change sets', prelude, mistakes);
