import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { getMixedFeed } from '../resources/getMixedFeed.ts';
import { FeedCard } from './FeedCard.tsx';

const description =
  'The response also holds an `ad` and a `poll`, which the mapping does not name. They are neither ' +
  'entities nor errors: the list has the original objects. In development, the console names each type once.';

function Feed(): ReactElement {
  return <FeedCard items={useSuspense(getMixedFeed)} />;
}

const meta: Meta<typeof Feed> = {
  title: 'Lists/Feed with unmapped items',
  component: Feed,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const FeedWithUnmappedItems: StoryObj<typeof meta> = { name: 'Feed with unmapped items' };
