import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { requests, startProgram } from './persistKit.ts';

const send = (...args: readonly unknown[]) => requests.send(...args);
const getUsers = new Endpoint(() => send(), { name: 'getUsers', schema: [User] });
const rename = new Endpoint(send, { name: 'rename', schema: User, sideEffect: true });

it('a stored result is stale after a conflict in a session that has not loaded it', async () => {
  const first = await startProgram();
  first.store.setResponse(getUsers, [ann, bob]);
  await first.flush();
  const second = await first.reload(300);
  for (const name of ['A', 'B']) void second.store.fetch(rename, { ...ann, name });
  for (const at of [1, 0]) requests.at(at).answer(requests.at(at).args[0]);
  await second.flush();
  for (const { store } of [second, await second.reload(300)]) {
    await storedKeys(store, [[getUsers]]);
    expect(store.getState(getUsers).status).toBe('stale');
  }
});
