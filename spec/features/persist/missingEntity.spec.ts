import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { ann, User } from '../../support/entities.ts';
import { requests, startProgram } from './persistKit.ts';

const find = (schema: object) =>
  new Endpoint((args: { id: string }) => requests.send(args), {
    name: 'find',
    schema: schema as { user: typeof User },
    lookup: true,
  });

const one = { id: '1' };

describe('a stored response without an entity', () => {
  it.each([
    ['that a mutation has brought since', true],
    ['that may be there since', false],
  ])('%s is fetched once after a reload', async (_, isBrought) => {
    const endpoint = find({ user: User });
    const first = await startProgram();
    first.store.setResponse(endpoint, one, { user: null });
    await first.flush();
    if (isBrought) first.store.set(User, ann);
    await first.flush();
    const second = await first.reload(300);
    await storedKeys(second.store, [[endpoint, one]]);
    expect(second.store.getState(endpoint, one)).toMatchObject({ status: 'stale' });
    const { count } = requests;
    second.store.observe(endpoint, one).subscribe();
    expect(requests.count).toBe(count + 1);
    requests.last.answer({ user: ann });
    expect(second.store.getState(endpoint, one)).toMatchObject({
      status: 'valid',
      data: { user: { name: 'Ann' } },
    });
  });

  it('is valid if what it has no value for is no entity', async () => {
    const endpoint = find({ user: User, next: null });
    const first = await startProgram();
    first.store.setResponse(endpoint, one, { user: ann, next: null });
    await first.flush();
    const second = await first.reload(300);
    await storedKeys(second.store, [[endpoint, one]]);
    expect(second.store.getState(endpoint, one)).toMatchObject({ status: 'valid' });
  });
});
