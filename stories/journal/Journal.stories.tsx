import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { useMutation } from 'streambed/react';
import { writePost } from '../resources/journal.ts';
import { Card } from '../ui/Card.tsx';
import './journal.css';
import { JournalList } from './JournalList.tsx';

const description =
  'The journal has 10,000 posts, in pages of 50. The next page is fetched before the end of the list is on the ' +
  'screen; `@tanstack/react-virtual` renders only the rows that are visible. The third page fails once. A new post ' +
  'comes through a socket and does not move the posts that you read.';

function InfiniteJournal(): ReactElement {
  const [write, { loading }] = useMutation(writePost);
  return (
    <Card
      title="Journal"
      aside={
        <button type="button" className="button" disabled={loading} onClick={() => void write()}>
          New post
        </button>
      }
    >
      <JournalList />
    </Card>
  );
}

const meta: Meta<typeof InfiniteJournal> = {
  title: 'Lists/Infinite journal',
  component: InfiniteJournal,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Infinite journal' };
