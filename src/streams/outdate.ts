import type { EndpointEntry } from './EndpointEntry.ts';

/**
 * Observers of these keys no longer join requests sent before `seq`. Returns the function that
 * undoes this.
 */
export function outdate(entries: Iterable<EndpointEntry>, seq: number): () => void {
  const before = new Map<EndpointEntry, number>();
  for (const entry of entries) {
    if (entry.notBefore > seq) continue;
    before.set(entry, entry.notBefore);
    entry.notBefore = seq;
  }
  return () => {
    for (const [entry, last] of before) if (entry.notBefore === seq) entry.notBefore = last;
  };
}
