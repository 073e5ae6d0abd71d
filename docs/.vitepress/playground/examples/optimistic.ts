import { firstValueFrom } from 'rxjs';
import { createStore, Entity, RestEndpoint } from 'streambed';

class Todo extends Entity {
  id = 0;
  title = '';
  done = false;
  static key = 'Todo';
}

const getTodo = new RestEndpoint({ path: '/todos/:id', schema: Todo });
const finishTodo = new RestEndpoint({
  path: '/todos/:id',
  method: 'PATCH',
  schema: Todo,
  // Shown at once, until the server responds. A failure takes it back.
  getOptimisticResponse: (snapshot, { id }) => ({ id, done: true }),
});

const store = createStore();
const todo$ = store.observe(getTodo, { id: 2 });
todo$.subscribe(({ data, optimistic }) => {
  if (!data) return;
  const mark = data.done ? '✓' : '–';
  console.log(mark, data.title, optimistic ? '(predicted)' : '');
});
await firstValueFrom(todo$.data$);

// Press "Fail the next request" now: the store takes the
// prediction back.
await new Promise((resolve) => setTimeout(resolve, 3_000));
await store
  .fetch(finishTodo, { id: 2 }, { done: true })
  .catch((error: Error) => console.warn(error.message));
