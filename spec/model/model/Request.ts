import type { Key } from './Key.ts';
import { GRACE } from './keys.ts';
import type { Rows } from './Rows.ts';

/** A request, pending or settled. */
export interface Request {
  /** Undefined for mutations. */
  readonly key: Key | undefined;
  seq: number;
  /** The users that the response brought, or that the request is known to change. */
  readonly ids: Set<string>;
  /** The users that the request removed. */
  readonly removed: Set<string>;
  /** Users that the response to a later mutation has brought or removed. */
  readonly overtaken: Set<string>;
  /** Users whose record in the response contradicts a message that arrived during the request. */
  readonly contradicted: Set<string>;
  /** Overlapping requests: the server may have handled them before or after this one. */
  readonly others: Set<Request>;
  /** Waits for the creation of a user and is not sent yet. */
  isQueued: boolean;
  /**
   * Applies the optimistic layer of a mutation with a seq for each user. Returns the users that it
   * shows or hides.
   */
  layer?: (rows: Rows, seqOf: (id: string) => number) => readonly string[];
  /** Whether it has a response and more may come. */
  isOpen: boolean;
  /** When it was sent, as a seq; subscribers that its layer notifies write before. */
  sentSeq: number;
  /** How often it was sent. */
  tries: number;
  /** Between two tries: the failure of the last one. */
  failure?: string;
  /** When its try times out or the next one begins, ms; Infinity: never. */
  dueAt: number;
  /** How many promises wait for it. */
  waiting: number;
  /** Whether it goes on after all callers have aborted. */
  isDetached: boolean;
  /** Whether its key followed it when it ended. */
  wasCurrent?: boolean;
  /** Whether the response has a row that a later write removed: the key is fetched once more. */
  isOutdated?: boolean;
  /** The seq at which it completed. */
  completedSeq?: number;
  /** How its promises settle: `ok …` or `failed …`. */
  outcome?: string;
}

/** Makes a request that is not sent yet. */
export function newRequest(key: Key | undefined, seq: number, ids: readonly string[]): Request {
  return {
    key,
    seq,
    ids: new Set(ids),
    removed: new Set(),
    overtaken: new Set(),
    contradicted: new Set(),
    others: new Set(),
    isOpen: false,
    sentSeq: Infinity,
    tries: 0,
    dueAt: Infinity,
    waiting: 0,
    isDetached: false,
    isQueued: true,
  };
}

/** Ends a live request: no more responses come. */
export function close(request: Request): void {
  const { key } = request;
  request.isOpen = false;
  if (key?.current !== request) return;
  request.wasCurrent = true;
  key.current = undefined;
}

/** Whether further responses of a live read still count at a time. */
export function isFollowed(request: Request, now: number): boolean {
  const { current, releasedAt = Infinity } = request.key!;
  return current === request && now - releasedAt < GRACE;
}
