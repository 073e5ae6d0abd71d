import { useContext, useState, type ReactElement } from 'react';
import { useObservable } from 'streambed/react';
import { RequestEntriesContext } from './RequestEntriesContext.ts';
import { RequestRow } from './RequestRow.tsx';

const SHOWN = 5;

/** The requests since the component was mounted, the latest of them. `since` names that moment. */
export function RecentRequests({ since }: { since: string }): ReactElement {
  const entries = useObservable(useContext(RequestEntriesContext));
  const [before] = useState(entries.length);
  const count = entries.length - before;
  return (
    <section className="recent-requests" aria-label="Recent requests">
      <p className="note">
        Requests since {since}: {count}
      </p>
      <ol className="log-list" reversed start={count}>
        {entries.slice(0, Math.min(SHOWN, count)).map((entry) => (
          <RequestRow key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
