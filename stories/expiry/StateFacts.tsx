import type { ReactElement } from 'react';
import type { EndpointState } from 'streambed';
import { messageOf } from '../ui/messageOf.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Countdown } from './Countdown.tsx';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** The fields of an endpoint's state. */
export function StateFacts({ state }: { state: EndpointState<readonly unknown[]> }): ReactElement {
  return (
    <dl className="facts">
      <div>
        <dt>status</dt>
        <dd>
          <StatusBadge state={state} />
        </dd>
      </div>
      <div>
        <dt>fetching</dt>
        <dd>{state.fetching ? 'yes' : 'no'}</dd>
      </div>
      <div>
        <dt>data</dt>
        <dd>{state.data ? `${state.data.length} profiles` : 'none'}</dd>
      </div>
      <div>
        <dt>error</dt>
        <dd className={state.error && 'failure'}>
          {state.error ? messageOf(state.error) : 'none'}
        </dd>
      </div>
      <div>
        <dt>fetchedAt</dt>
        <dd>{state.fetchedAt > 0 ? clock.format(state.fetchedAt) : 'never'}</dd>
      </div>
      <div>
        <dt>expires in</dt>
        <dd>
          <Countdown state={state} />
        </dd>
      </div>
    </dl>
  );
}
