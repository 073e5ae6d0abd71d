import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { getUser, type Program, requests, startProgram } from './persistKit.ts';

const rename = new Endpoint((args: { id: string; name: string }) => requests.send(args), {
  name: 'rename',
  schema: User,
  sideEffect: true,
});
const read = (name: string, schema: unknown) =>
  new Endpoint((args: object) => requests.send(args), { name, schema });

const one = { id: '1' };
const getWatched = read('getWatched', [User]);

const reads = [
  ['an entity', getUser, ann],
  ['a list', read('getUsers', [User]), [ann, bob]],
  ['a collection', read('getMembers', new Collection([User])), [ann, bob]],
  ['all entities', read('getAll', new All(User)), [ann, bob]],
  ['a page', read('getPage', { user: User }), { user: ann }],
] as const;

beforeEach(() => {
  requests.sent.length = 0;
});

/** Two mutations of an entity overlap: the server may have handled them in any order. */
function renameTwice({ store }: Pick<Program, 'store'>): void {
  for (const name of ['Anna', 'Anne']) void store.fetch(rename, { id: '1', name });
  const [first, second] = requests.sent.slice(-2);
  first.answer({ ...ann, name: 'Anna' });
  second.answer({ ...ann, name: 'Anne' });
}

describe.each(reads)('the stored result of %s', (_, endpoint, response) => {
  const start = async () => {
    const first = await startProgram();
    first.store.setResponse(endpoint, one, response);
    await first.flush();
    return first.reload(300);
  };

  /** The status after a load, what an observer fetches, and the status after that. */
  const load = async ({ store }: Pick<Program, 'store'>): Promise<readonly unknown[]> => {
    const status = (): string => store.getState(endpoint, one).status;
    await storedKeys(store, [[endpoint, one]]);
    const loaded = status();
    const { count } = requests;
    store.observe(endpoint, one).subscribe();
    const fetched = requests.sent.slice(count).map(({ args }) => args[0]);
    requests.last.answer(response);
    return [loaded, fetched, status()];
  };
  const stale = ['stale', [one], 'valid'];

  it('is stale after a conflict of a session that has not read it', async () => {
    const second = await start();
    renameTwice(second);
    await second.flush();
    expect(await load(second)).toEqual(stale);
  });

  it('is stale in the next session, too', async () => {
    const second = await start();
    renameTwice(second);
    await second.flush();
    expect(await load(await second.reload(300))).toEqual(stale);
  });

  /** A read overlaps a mutation of an entity, and is sent once more. The result stays valid. */
  const overlap = async ({ store }: Pick<Program, 'store'>): Promise<void> => {
    store.setResponse(endpoint, one, response);
    await storedKeys(store, [[getWatched, one]]);
    store.observe(getWatched, one).subscribe();
    const [watched] = requests.sent.slice(-1);
    void store.fetch(rename, { id: '1', name: 'Anna' });
    requests.last.answer({ ...ann, name: 'Anna' });
    watched.answer([ann, bob]);
    expect(store.getState(endpoint, one).status).toBe('valid');
  };

  it.each(['it is closed', 'it crashes'])(
    'is stale if a refetch was in flight when %s',
    async (how) => {
      const first = await startProgram();
      await overlap(first);
      if (how === 'it is closed') first.store.dispose();
      await first.flush();
      expect(await load(await first.reload(300))).toEqual(stale);
    },
  );

  it('is valid if that refetch has brought the entity', async () => {
    const first = await startProgram();
    await overlap(first);
    await first.flush();
    requests.last.answer([{ ...ann, name: 'Anna' }, bob]);
    await first.flush();
    const { store } = await first.reload(300);
    await storedKeys(store, [[endpoint, one]]);
    expect(store.getState(endpoint, one).status).toBe('valid');
  });

  it('is stale if the storage could not note the conflict', async () => {
    const second = await start();
    second.store.set(User, ann);
    await second.flush();
    renameTwice(second);
    second.storage.fail('abort');
    await second.flush();
    expect(second.reported).toHaveLength(1);
    expect(await load(second)).toEqual(stale);
  });

  it('is stale if the conflict comes while it is loaded', async () => {
    const second = await start();
    second.store.set(User, ann);
    await second.flush();
    second.storage.delay(10);
    const states: unknown[] = [];
    second.store.observe(endpoint, one).subscribe(({ status }) => states.push(status));
    await second.pass(5);
    renameTwice(second);
    await second.pass(5);
    await second.pass(100);
    expect(states).not.toContain('valid');
    expect(requests.last.args).toEqual([one]);
  });
});

it('a stored result is valid after a mutation of its entity that no other one overlaps', async () => {
  const first = await startProgram();
  first.store.setResponse(getUser, one, ann);
  await first.flush();
  const { store } = await first.reload(300);
  void store.fetch(rename, { id: '1', name: 'Anna' });
  requests.last.answer({ ...ann, name: 'Anna' });
  await storedKeys(store, [[getUser, one]]);
  expect(store.getState(getUser, one)).toMatchObject({ data: { name: 'Anna' }, status: 'valid' });
});
