import type { EntityMeta } from '../../src/schema/Schema.ts';

/** A stamp with this sequence number. */
export function stampAt(seq: number): EntityMeta {
  return { seq, fetchedAt: seq, receivedAt: seq + 1, expiresAt: seq + 1000 };
}
