import type { Key } from './Key.ts';
import { GRACE } from './keys.ts';
import type { Rows } from './Rows.ts';

/** A request under way, or one that was. */
export interface Request {
  /** Undefined for mutations. */
  readonly key: Key | undefined;
  seq: number;
  /** The users that it brought, or is known to change. */
  readonly ids: Set<string>;
  /** Those of them that it removed. */
  readonly removed: Set<string>;
  /** Users that the response to a mutation which was sent later has brought or removed. */
  readonly overtaken: Set<string>;
  /** Those that were under way at the same time, and may have seen the server before or after it. */
  readonly others: Set<Request>;
  /** Waits for somebody to be created, and is not on its way. */
  isHeld: boolean;
  /** What a mutation shows until it is over, at a place for each user; gives the users that it shows or hides. */
  layer?: (rows: Rows, placeOf: (id: string) => number) => readonly string[];
  /** Whether it has an answer, and others may come. */
  isOpen: boolean;
  /** How often it was sent. */
  tries: number;
  /** Between two tries: why the last one failed. */
  failure?: string;
  /** When its try is given up or the next one begins, ms; Infinity: never. */
  dueAt: number;
  /** How many promises wait for it. */
  waiting: number;
  /** Whether it goes on when all who wait have aborted. */
  isKept: boolean;
  /** Where it was over. */
  overSeq?: number;
  /** How its promises settle: `ok …` or `failed …`. */
  outcome?: string;
}

/** A request that is not on its way yet. */
export function newRequest(key: Key | undefined, seq: number, ids: readonly string[]): Request {
  return {
    key,
    seq,
    ids: new Set(ids),
    removed: new Set(),
    overtaken: new Set(),
    others: new Set(),
    isOpen: false,
    tries: 0,
    dueAt: Infinity,
    waiting: 0,
    isKept: false,
    isHeld: true,
  };
}

/** Nothing more comes of a request. */
export function close(request: Request): void {
  request.isOpen = false;
  if (request.key?.current === request) request.key.current = undefined;
}

/** Whether further answers to a read count at a time. */
export function isFollowed(request: Request, now: number): boolean {
  const { current, leftAt = Infinity } = request.key!;
  return current === request && now - leftAt < GRACE;
}
