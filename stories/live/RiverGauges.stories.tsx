import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { GaugesCard } from './GaugesCard.tsx';
import './live.css';
import { RainCard } from './RainCard.tsx';

const description =
  'The list is read once; then each reading comes over one WebSocket that all rows share: ' +
  '`useSubscription(followGauge, id)`. Cut the connection, and the server refuses others for three seconds: the source waits and ' +
  'tries again, then the list is read again, as readings may have been missed. Paused rows leave the socket five seconds later. ' +
  'The rain is polled, and only while this page is seen.';

function RiverGauges(): ReactElement {
  return (
    <>
      <GaugesCard />
      <RainCard />
    </>
  );
}

const meta: Meta<typeof RiverGauges> = {
  title: 'Live/River gauges',
  component: RiverGauges,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'River gauges' };
