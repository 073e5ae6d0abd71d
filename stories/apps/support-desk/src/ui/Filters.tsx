import { type ComponentType, Suspense } from 'react';
import { assignees, statuses, type TicketFilter } from './ticket';

const unfinished = ['open', 'pending'] as const;

/** Check boxes for statuses, and a choice of an assignee. Each has the count of its tickets. */
export function Filters(props: {
  filter: TicketFilter;
  onChange: (filter: TicketFilter) => void;
  Count: ComponentType<TicketFilter>;
}) {
  const { filter, onChange, Count } = props;
  const { status: chosen, assignee } = filter;
  return (
    <div className="filters">
      <fieldset>
        <legend className="label">Status</legend>
        {statuses.map((status) => (
          <label key={status} className="option">
            <input
              type="checkbox"
              checked={chosen.includes(status)}
              // In one order: the same choice is the same list.
              onChange={({ target }) => {
                const isChosen = (one: typeof status) =>
                  one === status ? target.checked : chosen.includes(one);
                onChange({ ...filter, status: statuses.filter(isChosen) });
              }}
            />
            {status}
            <b>
              <Suspense fallback="…">
                <Count status={[status]} />
              </Suspense>
            </b>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend className="label">Assignee, with unfinished tickets</legend>
        {[undefined, ...assignees].map((name) => (
          <label key={name ?? 'all'} className="option">
            <input
              type="radio"
              name="assignee"
              checked={assignee === name}
              onChange={() => onChange({ ...filter, assignee: name })}
            />
            {name ?? 'anyone'}
            {name && (
              <b>
                <Suspense fallback="…">
                  <Count status={unfinished} assignee={name} />
                </Suspense>
              </b>
            )}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
