import type { ReactElement } from 'react';
import { useInfinite } from 'streambed/react';
import { TodoResource } from '../resources/TodoResource.ts';
import { messageOf } from '../ui/messageOf.ts';
import { newest } from './newest.ts';
import { TodoRow } from './TodoRow.tsx';
import { useOnScreen } from './useOnScreen.ts';

/** The todos that match `q`. The next page is fetched when the end of the list becomes visible. */
export function TodoList({ q }: { q: string }): ReactElement {
  const { items, hasNext, fetchingNext, fetchNext, error } = useInfinite(
    TodoResource.getList,
    q === '' ? newest : { ...newest, q },
  );
  const end = useOnScreen<HTMLDivElement>(() => {
    // After a failure, the button tries again.
    if (hasNext && !fetchingNext && !error) void fetchNext();
  });

  if (items.length === 0) return <p className="empty">Nothing here.</p>;
  return (
    <>
      <ul className="list" aria-label="Todos">
        {items.map((todo) => (
          <TodoRow key={todo.clientId ?? todo.id} todo={todo} />
        ))}
      </ul>
      <div className="todo-end" ref={end}>
        {error && (
          <p className="form-error" role="alert">
            More todos could not be loaded: {messageOf(error)}
          </p>
        )}
        {hasNext ? (
          <button
            type="button"
            className="button"
            disabled={fetchingNext}
            onClick={() => void fetchNext()}
          >
            {fetchingNext ? 'Loading…' : 'Load more'}
          </button>
        ) : (
          <p className="note">That is all: {items.length} todos.</p>
        )}
      </div>
    </>
  );
}
