import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { GaugesCard } from './GaugesCard.tsx';
import './live.css';
import { RainCard } from './RainCard.tsx';

const description =
  'The page fetches the list once. Then `useSubscription(followGauge, id)` brings the readings of each row. If you ' +
  'cut the connection, the server refuses a new one for three seconds: the source tries again, and then the page ' +
  'fetches the list, because it may have missed readings. Paused rows leave the socket five seconds later. The rain ' +
  'is polled while this page is visible.';

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
