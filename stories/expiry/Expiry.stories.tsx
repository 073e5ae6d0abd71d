import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo, type ReactElement } from 'react';
import { useStore } from 'streambed/react';
import { getProfilesBriefly } from '../resources/getProfilesBriefly.ts';
import { Card } from '../ui/Card.tsx';
import { control } from '../ui/control.ts';
import { MomentList } from './MomentList.tsx';
import { StateFacts } from './StateFacts.tsx';
import { Strip } from './Strip.tsx';
import { useMoments } from './useMoments.ts';

const description =
  'A response of `store.observe(getProfiles)` is valid for five seconds, then stale. Time alone ' +
  'never fetches; a new subscriber, `invalidate`, `expireAll` and `reset` do.';

function Playground(): ReactElement {
  const store = useStore();
  const profiles$ = useMemo(() => store.observe(getProfilesBriefly), [store]);
  const [moments, setListening] = useMoments(profiles$);
  const state = moments.at(-1)?.state;
  const listening = state !== undefined;

  return (
    <>
      <Card title="The last 30 seconds" aside={<code>store.observe(getProfiles)</code>}>
        <Strip moments={moments} />
      </Card>
      <Card title="State now">
        <p className="visually-hidden" role="status">
          {state ? `Status ${state.status}` : 'Not subscribed'}
        </p>
        {state ? <StateFacts state={state} /> : <p className="empty">No subscriber.</p>}
        <div className="buttons spaced">
          <button type="button" className="button" onClick={() => setListening(!listening)}>
            {listening ? 'Unsubscribe' : 'Subscribe'}
          </button>
          {/* The state has the error of a failed refetch, too, so it needs no handling here. */}
          <button
            type="button"
            className="button"
            onClick={() => void profiles$.refetch().catch(() => undefined)}
          >
            Refetch
          </button>
          <button
            type="button"
            className="button"
            onClick={() => store.invalidate(getProfilesBriefly)}
          >
            Invalidate
          </button>
          <button
            type="button"
            className="button"
            onClick={() => store.expireAll(getProfilesBriefly)}
          >
            Expire all
          </button>
          <button type="button" className="button" onClick={() => void store.reset()}>
            Reset
          </button>
          <button type="button" className="button" onClick={() => void control({ failNext: 1 })}>
            Fail next request
          </button>
        </div>
      </Card>
      <MomentList moments={moments} />
    </>
  );
}

const meta: Meta<typeof Playground> = {
  title: 'Staying up to date/Expiry playground',
  component: Playground,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const ExpiryPlayground: StoryObj<typeof meta> = { name: 'Expiry playground' };
