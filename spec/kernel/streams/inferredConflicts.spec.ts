import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Query } from '../../../src/data/schema/query/Query.ts';
import { ann, Post, User } from '../../support/entities.ts';
import { fakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

const requests = fakeRequests();
const send = (...args: readonly unknown[]) => requests.send(...args);
const posts = new Collection([Post]);
const getPosts = new Endpoint(() => send(), { name: 'getPosts', schema: { posts } });
const rename = new Endpoint((user: object) => send(user), {
  name: 'rename',
  schema: User,
  sideEffect: true,
});

const read = (schema: unknown) =>
  new Endpoint((args?: Args) => send(args), { name: 'read', schema, lookup: true });

type Args = { readonly id: string };

const reads: readonly (readonly [what: string, schema: unknown, args: [Args?]])[] = [
  ['an entity', Post, [{ id: 'p' }]],
  ['an object', { post: Post }, [{ id: 'p' }]],
  ['a query', new Query(Post, (post) => post.author?.name), [{ id: 'p' }]],
  ['a list', posts, []],
];

/** Two mutations of the author of a post overlap; their responses come in the other order. */
function conflict() {
  const { clock, store } = storeKit();
  const pass = () => clock.advance(10);
  store.setResponse(getPosts, { posts: [{ id: 'p', title: 'T', author: ann }] });
  pass();
  for (const name of ['A', 'B']) void store.fetch(rename, { ...ann, name });
  for (const at of [1, 0]) {
    const request = requests.at(at);
    request.answer(request.args[0]);
    pass();
  }
  return { pass, store };
}

beforeEach(() => {
  requests.sent.length = 0;
});

describe.each(reads)('%s', (_, schema, args) => {
  it('that is first read after a conflict about what it nests is stale', () => {
    const { store } = conflict();
    expect(store.getState(read(schema), ...args).status).toBe('stale');
  });

  it('is valid once that is fetched again', () => {
    const { store } = conflict();
    store.setResponse(read(User).extend({ name: 'user' }), { id: '1' }, ann);
    expect(store.getState(read(schema), ...args).status).toBe('valid');
  });

  it('is valid if the conflict is about something else', () => {
    const { store } = conflict();
    store.setResponse(getPosts, {
      posts: [{ id: 'p', title: 'T', author: { ...ann, id: '2' } }],
    });
    expect(store.getState(read(schema), ...args).status).toBe('valid');
  });
});
