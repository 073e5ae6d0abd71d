import { Suspense, type ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { type Assignee, assignees, type Status, statuses } from './Ticket.ts';
import { TicketResource } from './TicketResource.ts';

const unfinished: readonly Status[] = ['open', 'pending'];

/** Check boxes for statuses, and a choice of an assignee. Each has the count of its tickets. */
export function TicketFilters(props: {
  shown: readonly Status[];
  assignee: Assignee | undefined;
  onStatuses: (shown: readonly Status[]) => void;
  onAssignee: (assignee: Assignee | undefined) => void;
}): ReactElement {
  const { shown, assignee, onStatuses, onAssignee } = props;
  return (
    <div className="desk-filters">
      <fieldset className="desk-options">
        <legend className="field-label">Status</legend>
        {statuses.map((status) => (
          <label key={status} className="desk-option">
            <input
              type="checkbox"
              checked={shown.includes(status)}
              // In one order: the same choice is the same list.
              onChange={({ target }) =>
                onStatuses(
                  statuses.filter((one) => (one === status ? target.checked : shown.includes(one))),
                )
              }
            />
            {status}
            <Count status={[status]} />
          </label>
        ))}
      </fieldset>
      <fieldset className="desk-options">
        <legend className="field-label">Assignee, with unfinished tickets</legend>
        {[undefined, ...assignees].map((name) => (
          <label key={name ?? 'all'} className="desk-option">
            <input
              type="radio"
              name="assignee"
              checked={assignee === name}
              onChange={() => onAssignee(name)}
            />
            {name ?? 'anyone'}
            {name && <Count status={unfinished} assignee={name} />}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function Count(filter: { status: readonly Status[]; assignee?: Assignee }): ReactElement {
  return (
    <b className="desk-count">
      <Suspense fallback="…">
        <CountText {...filter} />
      </Suspense>
    </b>
  );
}

function CountText(filter: { status: readonly Status[]; assignee?: Assignee }): ReactElement {
  return <>{useSuspense(TicketResource.getCount, filter)}</>;
}
