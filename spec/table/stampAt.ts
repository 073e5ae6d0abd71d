import type { Stamp } from '../../src/table/Stamp.ts';

/** A stamp with this sequence number. */
export function stampAt(seq: number): Stamp {
  return { seq, fetchedAt: seq, receivedAt: seq + 1, expiresAt: seq + 1000 };
}
