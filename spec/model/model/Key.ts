import type { KeySpec } from './keys.ts';
import type { Request } from './Request.ts';

/** The state of a key. Numbers are seqs; 0 is before every seq. */
export interface Key {
  readonly spec: KeySpec;
  observers: number;
  /** Subscribers that never fetch. */
  passiveObservers: number;
  /** When the last observer released the key, ms; `undefined`: the key is retained. */
  releasedAt: number | undefined;
  /**
   * Whether the next observer fetches although a response may come; `in turn`: after the read in
   * flight.
   */
  refetchDue: 'at once' | 'in turn' | undefined;
  /** The latest read, until the key has to be fetched again. */
  current: Request | undefined;
  /** False if the key was never retained, or was collected. */
  exists: boolean;
  /** The seq of the result or the error. */
  seq: number;
  expiresAt: number;
  /** Ids, one id, or the value of a key without a schema; `undefined`: none. */
  result: readonly string[] | string | undefined;
  error: string | undefined;
  invalidated: number;
  expired: number;
  /**
   * The seq at which the key may have expired. The contract leaves it open for released keys and
   * for keys whose user was removed.
   */
  maybeExpired: number;
  /** Whether a key that may have expired is fetched later. */
  isFetchedLater: boolean;
  /** Whether it shows a list of another key then: not the key may have expired, but the list. */
  isOfList: boolean;
  /** Users of conflicts that the next read of the key is to bring, with the seq of each conflict, and the last one. */
  disputed: ReadonlyMap<string, number>;
  disputedSeq: number;
  /** Whether the key had data, has none now, and no observer has fetched it yet. */
  hasLost: boolean;
}

/** The state of a key at first, and after a reset. */
export function unknown() {
  return {
    current: undefined,
    refetchDue: undefined,
    seq: 0,
    expiresAt: 0,
    result: undefined,
    error: undefined,
    invalidated: 0,
    expired: 0,
    maybeExpired: 0,
    isFetchedLater: false,
    isOfList: false,
    disputed: new Map<string, number>(),
    disputedSeq: 0,
    hasLost: false,
  };
}
