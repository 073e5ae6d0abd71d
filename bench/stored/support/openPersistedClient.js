import { persistQueryClient } from '@tanstack/query-persist-client-core';
import { QueryPages } from './queryPages.js';

/** Pages of a client that a persister stores as a whole. */
export async function openPersistedClient(persister) {
  const pages = new QueryPages();
  if (persister) await persistQueryClient({ queryClient: pages.client, persister })[1];
  return pages;
}
