import type { EndpointStream } from './EndpointStream.ts';

/**
 * Observers of these keys no longer join requests sent before `seq`. Returns the function that
 * undoes this.
 */
export function requireNewerThan(entries: Iterable<EndpointStream>, seq: number): () => void {
  const before = new Map<EndpointStream, number>();
  for (const entry of entries) {
    if (entry.minSeq > seq) continue;
    before.set(entry, entry.minSeq);
    entry.minSeq = seq;
  }
  return () => {
    for (const [entry, last] of before) if (entry.minSeq === seq) entry.minSeq = last;
  };
}
