import { createStore, Entity, resource } from 'streambed';
import { AsyncBoundary, StoreProvider, useSuspense } from 'streambed/react';

class Todo extends Entity {
  id = 0;
  title = '';
  done = false;
  static override readonly key = 'Todo';
}

const TodoResource = resource({ path: '/todos/:id', schema: Todo, optimistic: true });
const store = createStore();

function Todos() {
  const todos = useSuspense(TodoResource.getList);
  const finish = (id: number) => store.fetch(TodoResource.partialUpdate, { id }, { done: true });
  return todos.map(({ id, title, done }) => (
    <button key={id} disabled={done} onClick={() => void finish(id)}>
      {title}
    </button>
  ));
}

export function App() {
  return (
    <StoreProvider store={store}>
      <AsyncBoundary fallback="Loading …">
        <Todos />
      </AsyncBoundary>
    </StoreProvider>
  );
}
