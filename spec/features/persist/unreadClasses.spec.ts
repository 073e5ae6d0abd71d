import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import { User } from '../../support/entities.ts';
import { type Program, requests, startProgram } from './persistKit.ts';

const send = (...args: readonly unknown[]) => requests.send(...args);
const users = new Collection([User]);
const getAll = new Endpoint(() => send(), {
  name: 'getAll',
  schema: new All(User, { complete: true }),
});
const getUsers = new Endpoint(() => send(), { name: 'getUsers', schema: { users } });
const mutation = { sideEffect: true } as const;
const saveUser = new Endpoint(send, { name: 'saveUser', schema: User, ...mutation });
const addUser = new Endpoint(send, { name: 'addUser', schema: users.push, ...mutation });
const deleteUser = new Endpoint(send, {
  name: 'deleteUser',
  schema: new Invalidate(User),
  ...mutation,
});

const [ann, bea] = ['Ann', 'Bea'].map((name, at) => ({ id: `${at + 1}`, name }));
const save = ({ store }: Program, user: object) => store.setResponse(saveUser, {}, user);
const remove = ({ store }: Program, user: object) => store.setResponse(deleteUser, {}, user);

async function shown(program: Program, endpoint: typeof getAll): Promise<unknown> {
  await storedKeys(program.store, [[endpoint]]);
  const { data, status } = program.store.getState(endpoint);
  return [status, data?.map(({ name }) => name).sort()];
}

describe.each([
  ['one tab', []],
  ['shareTabs', [shareTabs()]],
])(
  'a stored list of all entities, with %s, of a class that the next program does not read',
  (_who, plugins) => {
    it.each<[what: string, names: readonly string[], change: (program: Program) => unknown]>([
      ['an entity was created', ['Ann', 'Bea'], (program) => save(program, bea)],
      [
        'an entity was created and renamed',
        ['Ann', 'Bo'],
        async (program) => {
          save(program, bea);
          await program.flush();
          save(program, { ...bea, name: 'Bo' });
        },
      ],
      [
        'an entity was created and deleted',
        ['Ann'],
        async (program) => {
          save(program, bea);
          await program.flush();
          remove(program, bea);
        },
      ],
      [
        'an entity was deleted and created',
        ['Ann', 'Bea'],
        (program) => {
          save(program, bea);
          remove(program, bea);
          save(program, bea);
        },
      ],
      ['an entity was renamed', ['Anna'], (program) => save(program, { ...ann, name: 'Anna' })],
      ['an entity was deleted', [], (program) => remove(program, ann)],
    ])('is right after %s', async (_what, names, change) => {
      const first = await startProgram({ store: { plugins } });
      first.store.setResponse(getAll, [ann]);
      await first.flush();
      const second = await first.reload(300);
      await change(second);
      await second.flush();
      expect(await shown(await second.reload(300), getAll)).toEqual(['valid', names]);
      expect(await shown(second, getAll)).toEqual(['valid', names]);
      await second.flush();
      expect(await shown(await second.reload(300), getAll)).toEqual(['valid', names]);
    });
  },
);

describe('an entity that was created before a read has shown its class', () => {
  it('is stored when a read shows it, so its list can be loaded', async () => {
    const first = await startProgram();
    first.store.setResponse(getUsers, { users: [ann] });
    await first.flush();
    const second = await first.reload(300);
    // Brings the list, by another name.
    const getSame = getUsers.extend({ name: 'getSame', persist: false });
    second.store.setResponse(getSame, { users: [ann] });
    second.store.setResponse(addUser, {}, bea);
    await second.flush();
    await storedKeys(second.store, [[getUsers]]);
    second.store.dispose();
    await second.flush();
    const third = await second.reload(300);
    await storedKeys(third.store, [[getUsers]]);
    expect(third.store.getState(getUsers)).toMatchObject({
      status: 'valid',
      data: { users: [ann, bea] },
    });
  });
});
