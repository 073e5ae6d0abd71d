import type { ReactElement } from 'react';
import { useObservable } from 'streambed/react';
import { Card } from './Card.tsx';
import type { RequestEntry, RequestLog } from './RequestLog.ts';
import { RequestRow } from './RequestRow.tsx';

/** The requests of the story: counted per path, and in order. */
export function RequestPanel({ log }: { log: RequestLog }): ReactElement {
  const entries = useObservable(log.entries$);
  const counts = countByPath(entries);
  return (
    <Card title="Requests" aside={`${entries.length} in all`}>
      {entries.length === 0 ? (
        <p className="note">None so far.</p>
      ) : (
        <>
          <ul className="counts" aria-label="Requests per path" aria-live="polite">
            {[...counts].map(([name, count]) => (
              <li key={name}>
                <code>{name}</code> <b>× {count}</b>
              </li>
            ))}
          </ul>
          <ol className="log-list" aria-label="Request log" reversed tabIndex={0}>
            {entries.map((entry) => (
              <RequestRow key={entry.id} entry={entry} />
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

/** Ordered by the first request of each path, so that rows do not jump. */
function countByPath(newestFirst: readonly RequestEntry[]): ReadonlyMap<string, number> {
  return newestFirst.reduceRight((counts, { method, path }) => {
    const name = `${method} ${path}`;
    return counts.set(name, (counts.get(name) ?? 0) + 1);
  }, new Map<string, number>());
}
