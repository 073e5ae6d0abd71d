import type { ReactElement } from 'react';
import { Card } from '../ui/Card.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Moment } from './Moment.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** Every emission, newest first. */
export function MomentList(props: {
  moments: readonly Moment<readonly unknown[]>[];
}): ReactElement {
  const newestFirst = [...props.moments].sort((a, b) => b.id - a.id);
  return (
    <Card title="What the stream said" aside={`${newestFirst.length} emissions`}>
      <ol className="transitions" aria-label="Emissions, newest first" reversed tabIndex={0}>
        {newestFirst.map(({ id, at, state }) => (
          <li key={id}>
            <time>{clock.format(at)}</time>
            {state ? <StatusBadge state={state} /> : <span className="badge">silent</span>}
            <span className="note">{describe(state)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function describe(state: Moment<readonly unknown[]>['state']): string {
  if (!state) return 'unsubscribed';
  const data = state.data ? `${state.data.length} profiles` : 'no data';
  return state.fetching ? `${data}, fetching` : data;
}
