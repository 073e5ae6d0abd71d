import { useState, type ReactElement } from 'react';
import { useStore, useSuspense } from 'streambed/react';
import { TodoResource } from '../resources/TodoResource.ts';
import { messageOf } from '../ui/messageOf.ts';
import { newest } from './newest.ts';
import { TodoRow } from './TodoRow.tsx';
import { useOnScreen } from './useOnScreen.ts';

/** The todos that match `q`. The next page is fetched when the end of the list becomes visible. */
export function TodoList({ q }: { q: string }): ReactElement {
  const store = useStore();
  const query = q === '' ? newest : { ...newest, q };
  const { results, total } = useSuspense(TodoResource.getList, query);
  const [more, setMore] = useState<'idle' | 'loading' | { failed: string }>('idle');
  const hasMore = results.length < total;

  async function loadMore(): Promise<void> {
    if (more === 'loading') return;
    setMore('loading');
    try {
      const start = { ...query, _start: results.length };
      await store.fetch(TodoResource.getList.getPage, start);
      setMore('idle');
    } catch (reason) {
      setMore({ failed: messageOf(reason) });
    }
  }

  const end = useOnScreen<HTMLDivElement>(() => {
    if (hasMore && more === 'idle') void loadMore();
  });

  if (results.length === 0) return <p className="empty">Nothing here.</p>;
  return (
    <>
      <ul className="list" aria-label="Todos">
        {results.map((todo) => (
          <TodoRow key={todo.clientId ?? todo.id} todo={todo} />
        ))}
      </ul>
      <div className="todo-end" ref={end}>
        {typeof more === 'object' && (
          <p className="form-error" role="alert">
            More todos could not be loaded: {more.failed}
          </p>
        )}
        {hasMore ? (
          <button
            type="button"
            className="button"
            disabled={more === 'loading'}
            onClick={() => void loadMore()}
          >
            {more === 'loading' ? 'Loading…' : 'Load more'}
          </button>
        ) : (
          <p className="note">That is all: {results.length} todos.</p>
        )}
      </div>
    </>
  );
}
