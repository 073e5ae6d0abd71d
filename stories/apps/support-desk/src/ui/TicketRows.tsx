import { memo } from 'react';
import { numberOf, priorityNames, type TicketData } from './ticket';
import { useOnScreen } from './useOnScreen';

/** The loaded tickets of a list. Its end on the screen fetches the next ones. */
export function TicketRows(props: {
  items: readonly TicketData[];
  total: number;
  chosen: number | undefined;
  onChoose: (id: number) => void;
  hasNext: boolean;
  fetchingNext: boolean;
  fetchNext: () => void;
  error: Error | null | undefined;
}) {
  const { items, total, chosen, onChoose, hasNext, fetchingNext, fetchNext, error } = props;
  const end = useOnScreen<HTMLDivElement>(() => {
    if (!error && !fetchingNext) fetchNext();
  });
  return (
    <>
      <p className="note total" aria-live="polite">
        {total === 1 ? '1 ticket' : `${total} tickets`}
      </p>
      {items.length === 0 && <p className="empty">Nothing to do here.</p>}
      <ul className="rows" aria-label="Tickets">
        {items.map((ticket) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            isChosen={ticket.id === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {hasNext && (
        <div ref={end} className="end">
          {error && <p role="alert">{error.message}</p>}
          <button type="button" disabled={fetchingNext} onClick={fetchNext}>
            {fetchingNext ? 'Loading …' : 'More tickets'}
          </button>
        </div>
      )}
    </>
  );
}

const TicketRow = memo(function TicketRow(props: {
  ticket: TicketData;
  isChosen: boolean;
  onChoose: (id: number) => void;
}) {
  const { id, subject, assignee, status, priority, commentCount } = props.ticket;
  return (
    <li data-id={id}>
      <button type="button" aria-current={props.isChosen} onClick={() => props.onChoose(id)}>
        <span className="subject">{subject}</span>
        <span className="note">
          {numberOf(props.ticket)} · {assignee}
          {commentCount > 0 && ` · ${commentCount} ${commentCount === 1 ? 'comment' : 'comments'}`}
        </span>
        <span className={`priority p${priority}`}>{priorityNames[priority]}</span>
        <span className={`status ${status}`}>{status}</span>
      </button>
    </li>
  );
});
