import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { keyValue } from './support/keyValue.js';
import { openPersistedClient } from './support/openPersistedClient.js';

export const contender = {
  open: ({ name, isStored }) =>
    openPersistedClient(isStored && createAsyncStoragePersister({ storage: keyValue, key: name })),
};
