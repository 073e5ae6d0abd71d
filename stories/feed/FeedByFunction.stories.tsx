import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { getFeedByFunction } from '../resources/getFeedByFunction.ts';
import { FeedCard } from './FeedCard.tsx';

const description =
  'The mapping has the keys `links` and `posts`. The function `(item) => item.type + "s"` makes such a ' +
  'key from an item. The result is the same as with the string attribute.';

function Feed(): ReactElement {
  return <FeedCard items={useSuspense(getFeedByFunction)} />;
}

const meta: Meta<typeof Feed> = {
  title: 'Lists/Feed by function attribute',
  component: Feed,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const FeedByFunctionAttribute: StoryObj<typeof meta> = {
  name: 'Feed by function attribute',
};
