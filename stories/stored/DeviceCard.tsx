import type { ReactElement } from 'react';
import { useObservable, useStorageStatus } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { storage } from './storage.ts';
import type { Flush } from './WatchedStorage.ts';

const notes = {
  opening: ['', 'opening'],
  storage: ['valid', 'stored'],
  memory: ['failed', 'not stored'],
  outdated: ['stale', 'outdated'],
} as const;

/** What is stored now, and what the last flush has stored. */
export function DeviceCard(): ReactElement {
  const [color, text] = notes[useStorageStatus()];
  const { rows, results, flush } = useObservable(storage.contents$);
  return (
    <Card title="On this device" aside={<span className={`badge ${color}`}>{text}</span>}>
      <dl className="facts stored-facts">
        <div>
          <dt>Entities</dt>
          <dd>{countOf(rows.get('Person') ?? 0, 'person', 'people')}</dd>
          <dd>{countOf(rows.get('Profile') ?? 0, 'profile', 'profiles')}</dd>
        </div>
        <div>
          <dt>Responses</dt>
          <dd>{results}</dd>
        </div>
        <div className="stored-flush" aria-live="polite">
          <dt>Last flush</dt>
          {flush ? <FlushFacts flush={flush} /> : <dd>None since the page was loaded</dd>}
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
