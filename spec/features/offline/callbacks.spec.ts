import { ann } from '../../support/entities.ts';
import { answer, fail, failure, rename, requests, settle, startProgram } from './offlineKit.ts';

const bea = { id: '1', name: 'Bea' };
const bo = { id: '1', name: 'Bo' };
const bob = { id: '2', name: 'Bob' };
const old = rename.extend({ name: 'old' });

const cause = new Error('not for these args');
const fails = (): never => {
  throw cause;
};

beforeEach(() => {
  requests.sent.length = 0;
});

/** A program that stores a mutation of `old` and another one, and ends. */
async function storeTwo() {
  const first = await startProgram({ mutations: [rename, old] });
  for (const [endpoint, args] of [[old, bea] as const, [rename, bob] as const]) {
    void first.store.fetch(endpoint, args).catch(() => undefined);
    await settle();
    await fail(failure(503));
  }
  first.store.dispose();
  requests.sent.length = 0;
  return first;
}

const sent = () => requests.sent.map(({ args }) => args[0]);

describe('after an update of the program, a callback that throws for a stored mutation', () => {
  it('lets it fail with the cause, and the others be sent, if it is `migrateMutation`', async () => {
    const first = await storeTwo();
    const { failed, outbox, pending, reported } = await first.reload(0, {
      mutations: [rename],
      migrateMutation: fails,
    });
    await settle();
    expect(sent()).toEqual([bob]);
    expect(failed()).toMatchObject([{ error: { code: 'SB_MUTATION_UNKNOWN', cause } }]);
    expect(reported).toEqual([cause]);
    await answer(bob);
    expect(pending()).toEqual([]);
    await outbox.flush();
  });

  it.each([
    ['group', old.extend({ offline: { group: fails } }), [bea, bob]],
    ['getOptimisticResponse', old.extend({ getOptimisticResponse: fails }), [bea, bob]],
    ['key', old.extend({ key: fails }), [bob]],
  ])('lets the others be sent if it is `%s`', async (_, endpoint, expected) => {
    const first = await storeTwo();
    const { failed, pending, reported } = await first.reload(0, { mutations: [rename, endpoint] });
    await settle();
    expect(sent()).toEqual(expected);
    expect([...reported, ...failed().map(({ error }) => error)]).toEqual([cause]);
    for (const request of requests.sent) await answer(request.args[0], request);
    expect(pending()).toEqual([]);
  });
});

it('the rows of a mutation decide about its turn if its group throws, which is reported once for each', async () => {
  const grouped = rename.extend({ offline: { group: fails } });
  const { pass, reported, store } = await startProgram({ mutations: [grouped] });
  for (const args of [bea, bo, bob]) void store.fetch(grouped, args).catch(() => undefined);
  await pass(1_000);
  expect(sent()).toEqual([bea, bob]);
  await answer({ ...ann, name: 'Bea' }, requests.sent[0]);
  expect(sent()).toEqual([bea, bob, bo]);
  expect(reported).toEqual([cause, cause, cause]);
});
