import { del, get, set } from 'idb-keyval';
import { openPersistedClient } from './support/openPersistedClient.js';

/** As its documentation keeps a client in IndexedDB: without JSON, and without a wait. */
const persisterOf = (name) => ({
  persistClient: (client) => set(name, client),
  restoreClient: () => get(name),
  removeClient: () => del(name),
});

export const contender = {
  open: ({ name, isStored }) => openPersistedClient(isStored && persisterOf(name)),
};
