import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { openPersistedClient } from './support/openPersistedClient.js';

export const contender = {
  open: ({ name, isStored }) =>
    openPersistedClient(
      isStored && createSyncStoragePersister({ storage: localStorage, key: name }),
    ),
};
