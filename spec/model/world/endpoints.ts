import { map, type Observable } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { withoutFailed } from '../../../src/http/graphql/withoutFailed.ts';
import { All } from '../../../src/data/schema/All.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { MergeArgs } from '../../../src/data/schema/Schema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { isPlainObject } from '../../../src/shared/isPlainObject.ts';
import type { ServerCall } from './FakeServer.ts';
import { EXPIRY, type KeySpec, TRIES } from '../model/keys.ts';
import { compareNames, LISTS } from '../model/ListSpec.ts';
import type { Email, Part } from '../operations/Operation.ts';

/** The message of errors thrown by callbacks. */
export const THROWN = 'a callback throws';

export class User extends Entity {
  id = '';
  name = '';
  email: Email = '';
  static override readonly key = 'User';
  static override validate(record: { readonly name?: string }): string | undefined {
    if (record.name === 'throws') throw new Error(THROWN);
    return record.name === 'bad name' ? 'its name is bad' : undefined;
  }
}

/** A document: its version decides which of two records is newer, and its class. */
class AnyDoc extends Entity {
  id = '';
  rev = 0;
  status = '';
  static override readonly key: string = 'Doc';
  static override shouldReorder(...[, , stored, given]: MergeArgs<AnyDoc>): boolean {
    return given.rev < stored.rev;
  }
}
export class Draft extends AnyDoc {
  override status = 'draft';
}
export class Final extends AnyDoc {
  override status = 'final';
}
export const docs = new Union({ draft: Draft, final: Final }, 'status');
export const docRemoval = new Invalidate(Draft);

/** Receives the requests of the endpoints. One history runs at a time. */
export const wire: {
  send(name: string, call: ServerCall): Observable<unknown>;
  /** How many callback errors the store has to report. */
  reports: number;
} = {
  reports: 0,
  send() {
    throw new Error('No history is running.');
  },
};

const detail = (name: string) => (id: string) => wire.send(`${name} ${id}`, { verb: 'detail', id });
const get = new Endpoint(detail('user'), { name: 'user', schema: User, lookup: true });
const whole =
  (verb: 'list' | 'brief' | 'raw' | 'docs', name: string = verb) =>
  () =>
    wire.send(name, { verb });

const sendList = (endpoint: string, list = endpoint, isNested = false) =>
  wire.send(`${endpoint} ${list}`, { verb: 'team', list, isNested });

/** The data of a GraphQL response in which the e-mail addresses of all users failed. */
function withFailedEmail(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  const users = body.map((user: object) => (isPlainObject(user) ? { ...user, email: null } : user));
  const errors = users.map((_, at) => ({ message: 'down', path: ['users', at, 'email'] }));
  const data = withoutFailed({ users }, errors, { users: [User] });
  return (data as { readonly users: unknown }).users;
}

export const removal = new Invalidate(User);
export const allUsers = new All(User);

/** The lists of users by e-mail address. */
export const teams = new Collection([User]);
const sorted = new Collection([User], { sort: compareNames });
const fixed = new Collection([User], { follows: false });
const from = new Collection([User], { filter: (_args, user) => LISTS.from.matches(user) });

/** Has the list of the address that is its id. */
export class Board extends Entity {
  id = '';
  users: User[] = [];
  static override readonly key = 'Board';
  static override readonly schema = {
    users: new Collection([User], { nestKey: ({ id }) => ({ email: id }) }),
  };
}

/** The endpoints of reads, by the name that keys use. */
const reads = {
  user: get,
  soft: get.extend({
    name: 'soft',
    fetch: detail('soft'),
    errorPolicy: ({ message }) => {
      if (message !== 'refused') return 'soft';
      wire.reports++;
      throw new Error(THROWN);
    },
    dataExpiryLength: EXPIRY.list,
  }),
  lazy: get.extend({ name: 'lazy', fetch: detail('lazy'), invalidIfStale: true }),
  typed: get.extend({ name: 'typed', fetch: detail('typed'), cancel: true }),
  boss: get.extend({ name: 'boss', fetch: () => detail('boss')('2'), lookup: false }),
  list: new Endpoint(whole('list'), {
    name: 'list',
    schema: [User],
    dataExpiryLength: EXPIRY.list,
  }),
  brief: new Endpoint(() => wire.send('brief', { verb: 'brief' }).pipe(map(withFailedEmail)), {
    name: 'brief',
    schema: [User],
  }),
  all: new Endpoint(whole('list', 'all'), { name: 'all', schema: allUsers }),
  raw: new Endpoint(whole('raw'), { name: 'raw' }),
  doc: new Endpoint((id: string) => wire.send(`doc ${id}`, { verb: 'doc', id }), {
    name: 'doc',
    schema: docs,
    lookup: true,
  }),
  docs: new Endpoint(whole('docs'), { name: 'docs', schema: [docs] }),
  team: new Endpoint(({ email }: { readonly email: Email }) => sendList('team', String(email)), {
    name: 'team',
    schema: teams,
  }),
  sorted: new Endpoint((_args: object) => sendList('sorted'), { name: 'sorted', schema: sorted }),
  fixed: new Endpoint((_args: object) => sendList('fixed'), { name: 'fixed', schema: fixed }),
  from: new Endpoint((_args: object) => sendList('from'), { name: 'from', schema: from }),
  board: new Endpoint(() => sendList('board', 'b', true), { name: 'board', schema: Board }),
};

/** The options of reads with a time limit and retries. */
const tries = {
  timeout: TRIES.timeout,
  // The store of the histories takes the middle of the random pause.
  retry: {
    count: TRIES.count - 1,
    delay: TRIES.pause * 2,
    when: ({ message, name }: Error) => message === 'down' || name === 'TimeoutError',
  },
};
const tried = {
  user: reads.user.extend(tries),
  soft: reads.soft.extend(tries),
  lazy: reads.lazy.extend(tries),
  typed: reads.typed.extend(tries),
  boss: reads.boss.extend(tries),
  list: reads.list.extend(tries),
  brief: reads.brief.extend(tries),
  all: reads.all.extend(tries),
  raw: reads.raw.extend(tries),
  doc: reads.doc.extend(tries),
  docs: reads.docs.extend(tries),
  team: reads.team.extend(tries),
  sorted: reads.sorted.extend(tries),
  fixed: reads.fixed.extend(tries),
  from: reads.from.extend(tries),
  board: reads.board.extend(tries),
};

/**
 * Returns any of them as a function of any arguments. The cast is safe: keys say which arguments an
 * endpoint takes.
 */
export function readOf({
  endpoint,
  isTried = false,
}: Pick<KeySpec, 'endpoint' | 'isTried'>): Endpoint<
  (...args: unknown[]) => unknown,
  { readonly sideEffect?: undefined }
> {
  return (isTried ? tried : reads)[endpoint as keyof typeof reads] as never;
}

export function argsOf({ list, isNested, id, arg = id }: KeySpec): unknown[] {
  if (list !== undefined && !isNested) return [LISTS[list].args];
  return arg === undefined ? [] : [arg];
}

const change = new Endpoint(
  (id: string, part: Part) => wire.send('change', { verb: 'change', ids: [id], part }),
  { name: 'change', schema: User, sideEffect: true },
);
const changeTwo = new Endpoint(
  (ids: readonly string[], part: Part) => wire.send('changeTwo', { verb: 'change', ids, part }),
  { name: 'changeTwo', schema: [User], sideEffect: true },
);
const create = new Endpoint((part: Part) => wire.send('create', { verb: 'create', part }), {
  name: 'create',
  schema: User,
  sideEffect: true,
});
const remove = new Endpoint((id: string) => wire.send('remove', { verb: 'remove', id }), {
  name: 'remove',
  schema: removal,
  sideEffect: true,
});
type Snapshot = OptimisticSnapshot;

/** The endpoints of mutations; names that end in `Shown` have an optimistic response. */
export const mutations = {
  change,
  changeTwo,
  create,
  remove,
  changeShown: change.extend({
    getOptimisticResponse: (_snapshot: Snapshot, id, part) => ({ id, ...part }),
  }),
  changeTwoShown: changeTwo.extend({
    getOptimisticResponse: (_snapshot: Snapshot, ids, part) => ids.map((id) => ({ id, ...part })),
  }),
  createShown: create.extend({ getOptimisticResponse: (_snapshot: Snapshot, part) => part }),
  removeShown: remove.extend({ getOptimisticResponse: (_snapshot: Snapshot, id) => id }),
  append: new Endpoint(
    (id: string, text: string) => wire.send('append', { verb: 'append', id, text }),
    {
      name: 'append',
      schema: User,
      sideEffect: true,
      getOptimisticResponse(snapshot: Snapshot, id, text) {
        if (text === 'f') throw new Error(THROWN);
        const user = snapshot.get(User, id);
        if (!user) throw snapshot.abort;
        return { id, name: `${user.name}${text}` };
      },
    },
  ),
};

/** Whether a request of this name is a mutation. */
export function isMutation(name: string): boolean {
  return name in mutations;
}
