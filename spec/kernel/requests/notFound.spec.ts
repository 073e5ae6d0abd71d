import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { ReadEndpoint } from '../../../src/data/endpoint/EndpointInterface.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const send = (...args: readonly unknown[]) => requests.send(...args);
const getUser = new Endpoint((args: { id: string }) => send(args), {
  name: 'getUser',
  schema: User,
  lookup: true,
});
const getUsers = new Endpoint(() => send(), { name: 'getUsers', schema: [User] });
const updateUser = new Endpoint((args: { id: string }) => send(args), {
  name: 'updateUser',
  schema: User,
  sideEffect: true,
});
const one = { id: '1' };
const failure = (status: number) => Object.assign(new Error(`${status}`), { status });

/** A read of a user overlaps a mutation of it, and fails before the response to that arrives. */
function overlap(status: number, endpoint: ReadEndpoint = getUser, updated = one) {
  const { store } = storeKit({ retry: 0 });
  store.setResponse(getUsers, [ann, bob]);
  const reader = collectStates(store.observe(endpoint, one));
  void store.fetch(endpoint, one).catch(() => {});
  const read = requests.last;
  void store.fetch(updateUser, updated);
  const mutation = requests.last;
  read.fail(failure(status));
  mutation.answer({ ...ann, ...updated, name: 'Changed' });
  return { reader, store };
}

describe.each([404, 410])('a read that fails with %i during a mutation of its entity', (status) => {
  it('is sent once more when the mutation has settled', () => {
    const { reader, store } = overlap(status);
    expect(requests.count).toBe(3);
    requests.last.fail(failure(status));
    expect(requests.count).toBe(3);
    expect(reader.values.at(-1)).toContain(`${status}`);
    // Other keys show the entity, which the server may have removed.
    expect(store.getState(getUsers).status).toBe('stale');
  });

  it('shows the entity if the server has it', () => {
    const { reader, store } = overlap(status);
    requests.last.answer(ann);
    expect(reader.values.at(-1)).toBe('valid Ann');
    expect(store.getState(getUsers).status).toBe('valid');
  });
});

it('a read of an object with the entity is sent once more, too', () => {
  const getObject = new Endpoint((args: { id: string }) => send(args), {
    name: 'getObject',
    schema: { user: User },
    lookup: true,
  });
  overlap(404, getObject);
  expect(requests.count).toBe(3);
});

it.each([
  ['another failure', 500, one],
  ['a mutation of another entity', 404, { id: '2' }],
])('a read is not sent once more after %s', (_, status, updated) => {
  overlap(status, getUser, updated);
  expect(requests.count).toBe(2);
});
