import type { EntityMeta } from '../../../src/data/schema/Schema.ts';

/** A meta with this sequence number. */
export function metaAt(seq: number): EntityMeta {
  return { seq, fetchedAt: seq, receivedAt: seq + 1, expiresAt: seq + 1000 };
}
