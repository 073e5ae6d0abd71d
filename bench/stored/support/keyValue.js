import { del, get, set } from 'idb-keyval';

/** IndexedDB as the persisters of others use it: one record per key. */
export const keyValue = { getItem: get, setItem: set, removeItem: del };
