import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { ann, bob, User } from '../../support/entities.ts';
import { answer, fail, failure, rename, requests, startProgram } from './offlineKit.ts';

const DAY = 86_400_000;
const one = { id: '1' };
const read = (name: string, schema: unknown) =>
  new Endpoint((args: object) => requests.send(args), { name, schema, dataExpiryLength: DAY });

type Program = Awaited<ReturnType<typeof startProgram>>;

beforeEach(() => {
  requests.sent.length = 0;
});

/** How a mutation ends whose try is in flight. */
const ends: readonly (readonly [how: string, (program: Program) => Promise<unknown>])[] = [
  ['is refused', () => fail(failure(409))],
  ['is too old', async ({ pass }) => [await pass(10_000), await fail(failure(503))]],
  ['has an empty response', () => answer(undefined)],
  [
    'is discarded',
    async ({ outbox, pass, pending }) => {
      await fail(failure(503));
      outbox.discard(pending()[0].id);
      await pass(0);
    },
  ],
  ...[
    ['is refused in another program', () => fail(failure(409))] as const,
    ['is settled by another program', () => answer({ ...ann, name: 'Bea' })] as const,
  ].map(([how, end]): (typeof ends)[number] => [
    how,
    async ({ pass, storage }) => {
      await fail(failure(503));
      const other = await startProgram({ persists: true, storage });
      await other.pass(0);
      await end();
      await other.pass(100);
      await pass(60_000);
      await pass(1_000);
    },
  ]),
];

describe.each([
  ['entity', read('getUser', User), ann],
  ['list', read('getUsers', [User]), [ann, bob]],
])('the stored %s of a key that is not read before', (_, endpoint, response) => {
  it.each(ends)('a mutation %s is fetched', async (__, end) => {
    const first = await startProgram({ persists: true, maxAge: 10_000 });
    first.store.setResponse(endpoint, one, response);
    await first.pass(100);
    void first.store.fetch(rename, { id: '1', name: 'Bea' }).catch(() => undefined);
    await first.pass(100);
    await fail(failure(503));
    const second = await first.reload(200);
    await second.pass(0);
    expect(second.pending()).toMatchObject([{ status: 'sending' }]);
    await end(second);
    await second.pass(100);
    expect(second.pending()).toEqual([]);
    const { count } = requests;
    second.store.observe(endpoint, one).subscribe();
    await second.pass(10);
    expect(requests.sent.slice(count).map(({ args }) => args)).toEqual([[one]]);
    await answer(response);
    expect(second.store.getState(endpoint, one)).toMatchObject({ data: response, status: 'valid' });
  });
});
