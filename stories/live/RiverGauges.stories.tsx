import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { GaugesCard } from './GaugesCard.tsx';
import './live.css';
import { RainCard } from './RainCard.tsx';

const description =
  'The list is fetched once; then readings arrive over one WebSocket that all rows share: ' +
  '`useSubscription(followGauge, id)`. Cut the connection, and the server refuses new ones for three seconds: ' +
  'the source waits and tries again, then the list is fetched again, because readings may have been missed. ' +
  'Paused rows leave the socket five seconds later. The rain is polled, and only while this page is visible.';

function RiverGauges(): ReactElement {
  return (
    <>
      <GaugesCard />
      <RainCard />
    </>
  );
}

const meta: Meta<typeof RiverGauges> = {
  title: 'Staying up to date/River gauges',
  component: RiverGauges,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'River gauges' };
