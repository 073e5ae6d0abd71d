import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { getMixedFeed } from '../resources/getMixedFeed.ts';
import { FeedCard } from './FeedCard.tsx';

const description =
  'This response also holds an `ad` and a `poll`, which the mapping does not name. They make no ' +
  'entity and no error: the original objects keep their positions between the links and posts.';

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
