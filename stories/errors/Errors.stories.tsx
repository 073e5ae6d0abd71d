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
  '`useSuspense` throws the failure of a request to the nearest error boundary. The button “Retry” ' +
  'resets the boundary, which fetches again.';

function Person({ id }: { id: string }): ReactElement {
  return <PersonCard profile={useSuspense(getProfile, { id })} />;
}

function Outage(): ReactElement {
  const [isShown, setShown] = useState(false);

  async function fetchDuringOutage(): Promise<void> {
    await control({ failNext: 1 });
    setShown(true);
  }

  return (
    <>
      <Card title="An outage">
        <p className="note">The next request to the demo API fails with status 500.</p>
        <div className="buttons spaced">
          <button
            type="button"
            className="button primary"
            disabled={isShown}
            onClick={() => void fetchDuringOutage()}
          >
            Fetch during the outage
          </button>
        </div>
      </Card>
      {isShown && (
        <AsyncBoundary fallback={<Skeleton rows={1} />} errorComponent={ErrorPanel}>
          <Person id="2" />
        </AsyncBoundary>
      )}
    </>
  );
}

const meta: Meta = {
  title: 'Reading/Errors',
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const ServerError: StoryObj = { name: 'Server error', render: () => <Outage /> };

export const NotFound: StoryObj = { name: 'Not found', render: () => <Person id="unknown" /> };
