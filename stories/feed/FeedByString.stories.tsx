import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { getFeed } from '../resources/getFeed.ts';
import { FeedCard } from './FeedCard.tsx';

const description =
  'A feed of two types: `new schema.All({ link: Link, post: Post }, "type")`. The string ' +
  'names the attribute that selects the class: each item is an instance of `Link` or `Post`.';

function Feed(): ReactElement {
  return <FeedCard items={useSuspense(getFeed)} />;
}

const meta: Meta<typeof Feed> = {
  title: 'Lists/Feed by string attribute',
  component: Feed,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const FeedByStringAttribute: StoryObj<typeof meta> = { name: 'Feed by string attribute' };
