import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState, type ReactElement } from 'react';
import { persist, storedKeys } from 'streambed/persist';
import { AsyncBoundary, useStore } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { getProfile, PersonResource } from './people.ts';
import { PeopleList } from './PeopleList.tsx';
import { PersonDetail } from './PersonDetail.tsx';
import { slowNetwork } from './slowNetwork.ts';
import { SlowSwitch } from './SlowSwitch.tsx';
import { name, storage } from './storage.ts';
import { useRemembered } from './useRemembered.ts';
import './stored.css';

const description =
  'The plugin `persist` stores what you have seen. Make the network slow, choose another person, and wait. Then reload ' +
  'the page: list and detail are there at once, and the card “Requests” stays empty for a minute, while the data is ' +
  'fresh. A change is stored with the rows that it touched, and a log-out leaves nothing.';

function Session(): ReactElement {
  const store = useStore();
  const [session, setSession] = useRemembered('session', 'open');
  const isOpen = session === 'open';

  async function leave(): Promise<void> {
    // First the page forgets the data, or it would fetch it again.
    setSession('closed');
    await store.reset();
  }

  return (
    <>
      <div className="buttons stored-bar">
        <button type="button" className="button primary" onClick={() => location.reload()}>
          Reload
        </button>
        <SlowSwitch />
        {isOpen && (
          <button type="button" className="button quiet" onClick={() => void leave()}>
            Log out
          </button>
        )}
      </div>
      {isOpen ? <People /> : <LoggedOut onEnter={() => setSession('open')} />}
    </>
  );
}

function People(): ReactElement {
  const store = useStore();
  const [chosen, choose] = useRemembered('chosen', '1');
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    // The first render shows stored data, so it needs no fallback.
    const first = [[PersonResource.getList], [getProfile, { id: chosen }]] as const;
    void storedKeys(store, first).then(() => setLoaded(true));
    // oxlint-disable-next-line react/exhaustive-deps -- only the first choice
  }, [store]);

  if (!isLoaded) return <></>;
  return (
    <div className="split">
      <PeopleList chosen={chosen} onChoose={choose} />
      <div className="stored-side">
        <AsyncBoundary key={chosen} fallback={<Waiting />} errorComponent={ErrorPanel}>
          <PersonDetail id={chosen} />
        </AsyncBoundary>
        <DeviceCard />
      </div>
    </div>
  );
}

function Waiting(): ReactElement {
  return (
    <Card title="Person" aside="waits for the server">
      <Skeleton rows={2} />
    </Card>
  );
}

function LoggedOut({ onEnter }: { onEnter: () => void }): ReactElement {
  return (
    <div className="split">
      <Card title="Logged out">
        <p>Nothing is left on this device.</p>
        <div className="buttons spaced">
          <button type="button" className="button primary" onClick={onEnter}>
            Log in
          </button>
        </div>
      </Card>
      <DeviceCard />
    </div>
  );
}

const meta: Meta<typeof Session> = {
  title: 'Storing/Data that survives a reload',
  component: Session,
  parameters: {
    store: { interceptors: [slowNetwork], plugins: [persist({ name, storage })] },
    docs: { description: { component: description } },
  },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Data that survives a reload' };
