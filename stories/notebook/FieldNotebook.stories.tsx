import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState, type ReactElement } from 'react';
import { offline } from 'streambed/offline';
import { persist, storedKeys } from 'streambed/persist';
import { AsyncBoundary, useStore } from 'streambed/react';
import { shareTabs } from 'streambed/tabs';
import { useRemembered } from '../stored/useRemembered.ts';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { network } from './network.ts';
import { NewNote } from './NewNote.tsx';
import { NotebookBar } from './NotebookBar.tsx';
import { NoteList } from './NoteList.tsx';
import { mutations, NoteResource } from './notes.ts';
import { OutboxDrawer } from './OutboxDrawer.tsx';
import './notebook.css';

const description =
  'The plugin `offline` keeps changes until the server has responded. Switch the network off, write, rename and delete ' +
  'notes, and reload the page: notes and outbox are as you left them. Switch it on, and the changes are sent, each one ' +
  'after those that it needs. `persist` stores the notes, `shareTabs` brings them to a second tab.';

function Notebook(): ReactElement {
  const store = useStore();
  const [isLoaded, setLoaded] = useState(false);
  const [drawer, setDrawer] = useRemembered('outbox', 'open');
  const isOpen = drawer === 'open';

  useEffect(() => {
    // The first render shows stored notes, also without a network.
    void storedKeys(store, [[NoteResource.getList]]).then(() => setLoaded(true));
  }, [store]);

  if (!isLoaded) return <Skeleton />;
  return (
    <>
      <NotebookBar isOpen={isOpen} onToggle={() => setDrawer(isOpen ? 'closed' : 'open')} />
      <div className={isOpen ? 'notebook with-drawer' : 'notebook'}>
        <div className="notebook-pages">
          <Card title="Write">
            <NewNote />
          </Card>
          <AsyncBoundary fallback={<Skeleton rows={3} />} errorComponent={ErrorPanel}>
            <NoteList />
          </AsyncBoundary>
        </div>
        {isOpen && <OutboxDrawer />}
      </div>
    </>
  );
}

/** The names of the stored data. A program with users has one for each of them. */
const name = 'notebook';

const meta: Meta<typeof Notebook> = {
  title: 'Storing/Field notebook',
  component: Notebook,
  parameters: {
    store: {
      interceptors: [network],
      plugins: [persist({ name }), shareTabs(), offline({ name, mutations })],
    },
    docs: { description: { component: description } },
  },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Field notebook' };
