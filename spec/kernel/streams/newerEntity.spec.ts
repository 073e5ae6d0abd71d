import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../src/data/endpoint/EndpointInterface.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { ann, bob, Link, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';
import { showData } from '../../support/showState.ts';

const reads = fakeRequests();
const writes = fakeRequests();

interface Id {
  readonly id: string;
}

const read = (schema: object, options: object = { lookup: true }) =>
  new Endpoint((args: Id) => reads.send(args), { name: 'read', schema, ...options } as never);

const put = new Endpoint((user: Id) => writes.send(user), {
  name: 'put',
  schema: User,
  sideEffect: true,
});
const predicted = put.extend({
  name: 'predicted',
  getOptimisticResponse: (_snapshot: OptimisticSnapshot, user: object) => user,
});
const remove = new Endpoint((args: Id) => writes.send(args), {
  name: 'remove',
  schema: new Invalidate(User),
  sideEffect: true,
});

const one = { id: '1' };
const either = new Union({ user: User, link: Link }, () => 'user');

function kit(endpoint = read(User)) {
  const made = storeKit();
  const { store } = made;
  const states = collectStates(store.observe(endpoint, one) as never);
  const write = (user: object = ann, mutation: typeof put = put): void => {
    void store.fetch(mutation, user as Id);
    writes.last.answer(user);
  };
  const shown = (): string => states.news().at(-1)!;
  return { ...made, endpoint, shown, states, write };
}

describe('a response without the entity that its args name', () => {
  it.each<[string, object, unknown, string]>([
    ['', User, null, 'valid Ann'],
    [' of an object', { user: User, total: 0 }, { user: null, total: 7 }, '"total":7'],
    [' of an inner object', { data: { user: User } }, { data: { user: null } }, '"name":"Ann"'],
    [' of a union', { user: either }, { user: null }, '"name":"Ann"'],
    [' beside a list', { user: User, more: [User] }, { user: null, more: [bob] }, '"name":"Bob"'],
  ])('shows it%s once a mutation has brought it', (_, schema, response, expected) => {
    const { shown, write } = kit(read(schema));
    reads.last.answer(response);
    expect(shown()).not.toMatch('Ann');
    const { count } = reads;
    write();
    const state = shown();
    expect(state).toMatch(/^valid .*Ann/);
    expect(state).toMatch(expected);
    expect(reads.count).toBe(count);
  });

  it('shows it if the mutation was later than the request, in whatever order both arrive', () => {
    const { shown, write } = kit();
    write();
    reads.last.answer(null);
    expect(shown()).toMatch(/^(valid|stale) Ann/);
  });

  it('shows it once a message, or a response to another read, has brought it', () => {
    for (const how of ['message', 'read']) {
      const { shown, store } = kit(read({ user: User }));
      reads.last.answer({ user: null });
      expect(shown()).toBe('valid {"user":null}');
      if (how === 'message') store.set(User, ann);
      else store.setResponse(read([User], { name: 'all' }), one, [ann]);
      expect(shown()).toMatch(/^valid .*Ann/);
    }
  });

  it('does not show an entity that is older', () => {
    const { endpoint, shown, store } = kit(read({ user: User }));
    reads.last.answer({ user: ann });
    expect(shown()).toMatch(/^valid .*Ann/);
    void store.fetch(endpoint, one);
    reads.last.answer({ user: null });
    expect(shown()).toBe('valid {"user":null}');
  });

  it('shows it no longer after its removal', () => {
    const { shown, store, write } = kit();
    reads.last.answer(null);
    write();
    expect(shown()).toBe('valid Ann');
    void store.fetch(remove, one);
    writes.last.answer(null);
    expect(shown()).not.toMatch('Ann');
  });

  it('shows no other entity: the args may name none', () => {
    const { shown, write } = kit(read({ manager: User }, {}));
    reads.last.answer({ manager: null });
    write();
    expect(shown()).toBe('valid {"manager":null}');
  });

  it('is fetched once more if it is not known what the args name, and a mutation overlapped it', () => {
    const { shown, write } = kit(read({ user: User }, {}));
    write();
    const { count } = reads;
    reads.at(0).answer({ user: null });
    expect(shown()).toBe('stale {"user":null} fetching');
    expect(reads.count).toBe(count + 1);
    reads.last.answer({ user: ann });
    expect(shown()).toMatch(/^valid .*Ann/);
  });

  it('keeps the entity while it is observed', () => {
    const { clock, endpoint, store, write } = kit(read({ user: User }));
    reads.last.answer({ user: null });
    write();
    clock.advance(1_000_000);
    expect(showData(store.getState(endpoint, one).data)).toMatch('Ann');
  });
});

describe('a failure', () => {
  const missing = new Error('404');

  it('ends when a mutation brings the entity that its args name', () => {
    const { clock, shown, write } = kit();
    reads.last.fail(missing);
    expect(shown()).toBe('valid failed: 404');
    clock.advance(10_000);
    const { count } = reads;
    write();
    expect(shown()).toBe('valid Ann');
    expect(reads.count).toBe(count);
  });

  it('ends when a message brings the entity', () => {
    const { shown, store } = kit();
    reads.last.fail(missing);
    store.set(User, ann);
    expect(shown()).toBe('valid Ann');
  });

  it('does not count if the entity is newer than its request', () => {
    const { shown, write } = kit();
    write();
    reads.at(0).fail(missing);
    expect(shown()).toMatch(/^(valid|stale) Ann( fetching)?$/);
  });

  it('of a refetch ends when a mutation brings the entity anew, as after an undo', () => {
    const { shown, store, write } = kit();
    reads.last.answer(ann);
    void store.fetch(remove, one);
    writes.last.answer(null);
    write();
    reads.last.fail(missing);
    expect(shown()).toMatch(/^(valid|stale) Ann( fetching)?$/);
  });

  it('is hidden by a prediction, and shown again if its mutation fails', () => {
    const { shown, store } = kit();
    reads.last.fail(missing);
    store.fetch(predicted, ann).catch(() => {});
    expect(shown()).toBe('valid Ann');
    writes.last.fail(new Error('no'));
    expect(shown()).toMatch(/failed: 404|fetching/);
  });

  it('stays beside an entity that is older', () => {
    const { endpoint, shown, store } = kit();
    reads.last.answer(ann);
    store.fetch(endpoint, one).catch(() => {});
    reads.last.fail(missing);
    expect(shown()).toBe('valid Ann failed: 404');
  });

  it('stays if it is not known whether the args name the entity', () => {
    const { shown, write } = kit(read({ user: User }, {}));
    reads.last.fail(missing);
    write();
    expect(shown()).toMatch(/failed: 404$/);
  });

  it('of a list stays when one of its members changes', () => {
    const list = new Collection([User]);
    const { endpoint, shown, store, write } = kit(read(list));
    reads.last.answer([bob]);
    store.fetch(endpoint, one).catch(() => {});
    reads.last.fail(missing);
    write({ ...bob, name: 'Bo' });
    expect(shown()).toBe('valid [Bo] failed: 404');
    store.set(list.push, { ...ann, id: '1' } as never);
    expect(store.getState(endpoint, one)).toMatchObject({ error: missing });
  });
});
