import type { EndpointEntry } from './EndpointEntry.ts';

/** Has readers not join requests of these keys that were sent before `seq`; gives the function that takes it back. */
export function outdate(entries: Iterable<EndpointEntry>, seq: number): () => void {
  const before = new Map<EndpointEntry, number>();
  for (const entry of entries) {
    if (entry.notBefore > seq) continue;
    before.set(entry, entry.notBefore);
    entry.notBefore = seq;
  }
  return () => {
    for (const [entry, place] of before) if (entry.notBefore === seq) entry.notBefore = place;
  };
}
