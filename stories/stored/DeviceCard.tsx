import type { ReactElement } from 'react';
import { useObservable, useStorageStatus } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { storage } from './storage.ts';
import type { Flush } from './WatchedStorage.ts';

/** Colours of badges. */
const colors = { opening: '', storage: 'valid', memory: 'failed', outdated: 'stale' } as const;

/** Shows the stored rows, and the last flush. */
export function DeviceCard(): ReactElement {
  const status = useStorageStatus();
  const { rows, results, flush } = useObservable(storage.contents$);
  const [people = 0, profiles = 0] = [rows.get('Person'), rows.get('Profile')];
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  return (
    <Card
      title="On this device"
      aside={<span className={`badge ${colors[status]}`}>{status}</span>}
    >
      <dl className="facts stored-facts">
        <div>
          <dt>Rows</dt>
          <dd>{countOf(people, 'person', 'people')}</dd>
          <dd>{countOf(profiles, 'profile', 'profiles')}</dd>
          <dd>{countOf(all - people - profiles, 'list', 'lists')}</dd>
        </div>
        <div>
          <dt>Responses</dt>
          <dd>{results}</dd>
        </div>
        <div className="stored-flush" aria-live="polite">
          <dt>Last flush</dt>
          {flush ? <FlushFacts flush={flush} /> : <dd>None so far</dd>}
        </div>
      </dl>
    </Card>
  );
}

function FlushFacts({ flush: { rows, results, at } }: { flush: Flush }): ReactElement {
  return (
    <>
      <dd>{countOf(rows, 'row', 'rows')}</dd>
      <dd>{countOf(results, 'response', 'responses')}</dd>
      <dd>
        <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time>
      </dd>
    </>
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
