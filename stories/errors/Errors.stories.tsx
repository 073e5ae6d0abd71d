import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactElement } from 'react';
import { AsyncBoundary, useSuspense } from 'streambed/react';
import { PersonCard } from '../profiles/PersonCard.tsx';
import { getProfile } from '../resources/getProfile.ts';
import { Card } from '../ui/Card.tsx';
import { control } from '../ui/control.ts';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const description =
  'An error of a request is thrown to the nearest error boundary. Its reset asks again for ' +
  'what has failed: after an outage the data appears; what does not exist stays an error.';

function Person({ id }: { id: string }): ReactElement {
  return <PersonCard profile={useSuspense(getProfile, { id })} />;
}

function Outage(): ReactElement {
  const [asked, setAsked] = useState(false);

  async function askDuringOutage(): Promise<void> {
    await control({ failNext: 1 });
    setAsked(true);
  }

  return (
    <>
      <Card title="An outage">
        <p className="note">The next request to the demo API is answered with status 500.</p>
        <div className="buttons spaced">
          <button
            type="button"
            className="button primary"
            disabled={asked}
            onClick={() => void askDuringOutage()}
          >
            Ask during the outage
          </button>
        </div>
      </Card>
      {asked && (
        <AsyncBoundary fallback={<Skeleton rows={1} />} errorComponent={ErrorPanel}>
          <Person id="2" />
        </AsyncBoundary>
      )}
    </>
  );
}

const meta: Meta = {
  title: 'Suspense/Errors',
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const ServerError: StoryObj = { name: 'server error', render: () => <Outage /> };

export const NotFound: StoryObj = { name: 'not found', render: () => <Person id="nobody" /> };
