import { firstValueFrom } from 'rxjs';
import { createStore, Entity, RestEndpoint, schema } from 'streambed';
import {
  asArray,
  changes,
  countChanges,
  filterChanges,
  sortChanges,
} from 'streambed/changes';

class Todo extends Entity {
  id = 0;
  title = '';
  done = false;
  static key = 'Todo';
}

const getTodos = new RestEndpoint({
  path: '/todos',
  schema: new schema.All(Todo),
});

const store = createStore();
await firstValueFrom(store.observe(getTodos).data$);

// Each operator works on what changed, not on the whole list.
const open$ = changes(store, Todo).pipe(
  filterChanges((todo) => !todo.done),
);
open$
  .pipe(countChanges())
  .subscribe((count) => console.log(count, 'open'));
open$
  .pipe(
    sortChanges((a, b) => a.title.localeCompare(b.title)),
    asArray(),
  )
  .subscribe((todos) => console.log('First by title:', todos[0].title));

store.set(Todo, { id: 99, title: 'A boat to paint', done: false });

// Two writes in one commit: one emission.
store.batch(() => {
  store.set(Todo, { id: 99, done: true });
  store.set(Todo, { id: 2, done: true });
});
