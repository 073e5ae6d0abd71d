import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore } from 'streambed';
import { offline, outboxOf } from 'streambed/offline';
import { persist } from 'streambed/persist';
import { StoreProvider, useIsOnline, usePendingMutations } from 'streambed/react';
import { shareTabs } from 'streambed/tabs';
import { followDesk } from '../streambed/followDesk';
import * as parts from '../streambed/parts';
import { addComment, TicketResource } from '../streambed/TicketResource';
import { DeskPage } from '../ui/DeskPage';
import '../ui/styles.css';

// In development Vite serves modules that no list of files names.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/offline.js');

/** The desk has one user. A program with several has the user's id in the name. */
const name = 'desk';
const { create, delete: remove, partialUpdate } = TicketResource;

const store = createStore({
  plugins: [
    persist({ name }),
    offline({ name, mutations: [create, partialUpdate, remove, addComment] }),
    shareTabs(),
    followDesk,
  ],
});

// Counts do not follow tickets that another tab has created: it may have sent those of this one.
outboxOf(store).settled$.subscribe((mutation) => {
  if (mutation.name === create.name) store.expireAll(TicketResource.getCount);
});

function OfflineDesk() {
  const isOnline = useIsOnline();
  const { length } = usePendingMutations();
  const status = isOnline ? `sending ${length} …` : `offline, ${length} to send`;
  return <DeskPage title="Support desk" parts={parts} status={length === 0 ? undefined : status} />;
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <StoreProvider store={store}>
      <OfflineDesk />
    </StoreProvider>
  </StrictMode>,
);
