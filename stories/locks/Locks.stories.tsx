import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { BoatLog } from './BoatLog.tsx';
import './locks.css';
import { LocksCard } from './LocksCard.tsx';

const description =
  '`eventSource` shares one stream of server-sent events. `applyMessages` writes the lock of each event into the ' +
  'store, `useLive` shows the events themselves. Cut the connection: the server refuses a new one for two seconds, ' +
  'then the stream goes on after the last event that arrived. The card “Requests” has one request for the list.';

function Locks(): ReactElement {
  return (
    <>
      <LocksCard />
      <BoatLog />
    </>
  );
}

const meta: Meta<typeof Locks> = {
  title: 'Staying up to date/Server events',
  component: Locks,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Server events' };
