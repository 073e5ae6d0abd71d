import { Entity } from '../../../src/data/schema/Entity.ts';
import { resource } from '../../../src/http/rest/resource.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const urlPrefix = 'http://api.test';
const users = resource({ urlPrefix, path: '/users/:id', schema: User });

/** The message of a call that fails, as JavaScript may make it. */
async function messageOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The call did not fail.');
}

const answering = (body: unknown) =>
  createStore({ fetch: () => Promise.resolve(Response.json(body)) });

describe('the message of a mistake says how to mend it', () => {
  it('an id in place of an object of parameters', async () => {
    const message = await messageOf(() => createStore().fetch(users.get, '1' as never));
    expect(message).toContain("Parameters of a RestEndpoint are one object, `{ id: '1' }`");
  });

  it('a change of a list without an identity', async () => {
    const getAll = new RestEndpoint({ urlPrefix, path: '/users', schema: [User] });
    const message = await messageOf(() => (getAll as { push?: unknown }).push);
    expect(message).toContain('push needs a list with an identity');
    expect(message).toContain('new schema.Collection([User])');
    expect(message).not.toContain('constructor');
  });

  it.each([
    ['an entity', { data: { id: '1' } }, 'If it is its member "data", write { data: User }.'],
    ['an entity among others', { meta: 1, item: { id: '1' } }, 'If it is its member "item"'],
  ])('an envelope around %s', async (_, body, hint) => {
    const message = await messageOf(() => answering(body).fetch(users.get, { id: '1' }));
    expect(message).toContain(hint);
  });

  it('an envelope around a list', async () => {
    const message = await messageOf(() =>
      answering({ results: [{ id: '1' }], next: 2 }).fetch(users.getList),
    );
    expect(message).toContain('results');
  });

  it('a server that does not respond, an offline device, another origin', async () => {
    const store = createStore({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    const message = await messageOf(() => store.fetch(users.get, { id: '1' }));
    expect(message).toMatch(/offline.*CORS/);
  });
});

it('every fix that names a page names its file in the package', async () => {
  const { fixes } = await import('../../../src/shared/errorCatalogue.ts');
  const named = Object.values(fixes).filter((fix) => /\w+\.md/.test(fix));
  expect(named.length).toBeGreaterThan(10);
  for (const fix of named) expect(fix).toMatch(/See node_modules\/streambed\/docs\/[\w-]+\.md\.$/);
});
