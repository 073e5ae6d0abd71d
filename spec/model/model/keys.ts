/** Expiry lengths of the store, of list endpoints and of errors, ms. */
export const EXPIRY = { data: 60_000, list: 10_000, error: 1_000 };

/**
 * Reads that are retried: the number of tries, the time limit of each and the pause between two,
 * ms.
 */
export const TRIES = { count: 2, timeout: 3_000, pause: 2_000 };

/** How long a released stream stays as it is, ms: the default of stores. */
export const GRACE = 5_000;

/** A key of the histories: an endpoint with its arguments, and how the contract treats it. */
export interface KeySpec {
  readonly name: string;
  /** Keys of one endpoint are expired and invalidated together. */
  readonly endpoint: string;
  readonly kind: 'detail' | 'list' | 'all' | 'raw' | 'team' | 'doc' | 'docs';
  readonly id?: string;
  /** The argument names another user than that of the response. */
  readonly arg?: string;
  /** The list that the response brings, see `LISTS`. */
  readonly list?: string;
  /** Whether the list is a member of an entity. */
  readonly isNested?: boolean;
  /** The response has no `email`. */
  readonly isBrief?: boolean;
  readonly expiry: number;
  readonly invalidIfStale?: boolean;
  readonly isSoft?: boolean;
  readonly cancel?: boolean;
  /** Its reads have a time limit and are retried. */
  readonly isTried?: boolean;
}

function detail(endpoint: string, id: string, more: Partial<KeySpec> = {}): KeySpec {
  return { name: `${endpoint} ${id}`, endpoint, kind: 'detail', id, expiry: EXPIRY.data, ...more };
}

function team(endpoint: string, list: string, isNested = false): KeySpec {
  return {
    name: `${endpoint} ${list}`,
    endpoint,
    kind: 'team',
    list,
    isNested,
    expiry: EXPIRY.data,
  };
}

/** All keys, by number in the operations of a history. */
export const KEYS: readonly KeySpec[] = [
  detail('user', '1'),
  detail('user', '2'),
  detail('user', '3'),
  detail('user', '10'),
  detail('soft', '2', { isSoft: true, expiry: EXPIRY.list }),
  detail('lazy', '2', { invalidIfStale: true }),
  detail('typed', '2', { cancel: true }),
  detail('boss', '2', { arg: '1' }),
  { name: 'list', endpoint: 'list', kind: 'list', expiry: EXPIRY.list },
  { name: 'brief', endpoint: 'brief', kind: 'list', isBrief: true, expiry: EXPIRY.data },
  { name: 'all', endpoint: 'all', kind: 'all', expiry: EXPIRY.data },
  { name: 'raw', endpoint: 'raw', kind: 'raw', expiry: EXPIRY.data },
  { name: 'doc d1', endpoint: 'doc', kind: 'doc', id: 'd1', expiry: EXPIRY.data },
  { name: 'docs', endpoint: 'docs', kind: 'docs', expiry: EXPIRY.data },
  team('team', 'a'),
  team('team', 'b'),
  team('team', 'a,c'),
  team('sorted', 'sorted'),
  team('fixed', 'fixed'),
  team('from', 'from'),
  team('board', 'b', true),
];

/** The endpoints that are expired and invalidated as a whole. */
export const ENDPOINTS = [...new Set(KEYS.map(({ endpoint }) => endpoint))];
