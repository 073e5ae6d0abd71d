import type { ReactElement } from 'react';
import { useCancelling, useDebounce, useSuspense } from 'streambed/react';
import { TodoResource } from '../resources/TodoResource.ts';

const DELAY = 250;
const search = TodoResource.getList.extend({ dataExpiryLength: 10_000 });

/**
 * The todos that match a text, fetched a moment after the last key press. The previous ones stay
 * until then.
 */
export function FoundTodos({ text }: { text: string }): ReactElement {
  const [q, isPending] = useDebounce(text.trim(), DELAY);
  const query = { _limit: 8, ...(q !== '' && { q }) };
  const { results, total } = useSuspense(useCancelling(search, query), query);
  return (
    <div aria-busy={isPending} className={isPending ? 'fading' : undefined}>
      {results.length === 0 ? (
        <p className="empty">Nothing is called “{q}”.</p>
      ) : (
        <ul className="list" aria-label="Found">
          {results.map((todo) => (
            <li key={todo.pk()}>
              <span className="list-text list-title">{todo.title}</span>
              {todo.done && <span className="tag">done</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="note">
        {results.length} of {total}
      </p>
    </div>
  );
}
