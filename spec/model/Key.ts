import type { KeySpec } from './keys.ts';
import type { Request } from './Request.ts';

/** What is known of a key. Numbers are places in the one order; 0 is before everything. */
export interface Key {
  readonly spec: KeySpec;
  readers: number;
  /** Subscribers that never ask. */
  lookers: number;
  /** When the last one let go of it, ms; `undefined`: somebody holds it. */
  leftAt: number | undefined;
  /** Whether the next reader asks, though answers may come by themselves; `in turn`: after the read that is in flight. */
  mustAsk: 'at once' | 'in turn' | undefined;
  /** The read that was sent last, until the key has to be asked again. */
  current: Request | undefined;
  /** False if nobody ever held it, or so long ago that it was forgotten. */
  isKept: boolean;
  /** Where the answer or the error stands. */
  seq: number;
  expiresAt: number;
  /** Ids, one id, or the value of a key without schema; `undefined`: none. */
  answer: readonly string[] | string | undefined;
  error: string | undefined;
  invalidated: number;
  expired: number;
  /** Where it may have been expired: of keys that nobody holds, or whose user was removed, it is not told. */
  maybeExpired: number;
  /** Whether it has shown data, shows none, and nobody has asked yet. */
  hasLost: boolean;
}

/** What is known of a key at first, and after a reset. */
export function unknown() {
  return {
    current: undefined,
    mustAsk: undefined,
    seq: 0,
    expiresAt: 0,
    answer: undefined,
    error: undefined,
    invalidated: 0,
    expired: 0,
    maybeExpired: 0,
    hasLost: false,
  };
}
