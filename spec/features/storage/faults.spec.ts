import type { OpenStorage, Storage, TableName } from '../../../src/features/storage/Storage.ts';
import { failureOf } from '../../../src/features/storage/storageFailure.ts';
import { tableNames } from '../../../src/features/storage/Storage.ts';
import {
  type StorageFault,
  virtualStorage,
  type VirtualStorage,
} from '../../../src/tools/testing/index.ts';
import { VirtualClock } from '../../../src/tools/testing/VirtualClock.ts';

const codes = ['SB_STORAGE_FULL', 'SB_STORAGE_UNAVAILABLE'];

const operations: Readonly<Record<string, (open: OpenStorage) => Promise<unknown>>> = {
  get: (open) => open.read((tables) => tables.get('info', 'a')),
  getMany: (open) => open.read((tables) => tables.getMany('rows', [['User', '1'], 'b'])),
  range: (open) => open.read((tables) => tables.range('rows', ['User'], 9)),
  put: (open) => open.commit(async (tables) => tables.put('info', 'a', 2), 'strict'),
  delete: (open) => open.commit(async (tables) => tables.delete('info', 'a'), 'relaxed'),
  'get and put': (open) =>
    open.commit(async (tables) => {
      tables.put('info', 'a', [await tables.get('info', 'a')]);
    }, 'strict'),
  clear: (open) => open.clear(),
};

const faults: readonly (StorageFault | 'slow' | 'crash' | 'garbage')[] = [
  ...(['quota', 'abort', 'closed', 'blocked'] as const),
  ...(['slow', 'crash', 'garbage'] as const),
];

const cases = Object.keys(operations).flatMap((operation) =>
  faults.flatMap((fault) => [1, 2, 3].map((times) => ({ operation, fault, times }))),
);

async function filled(storage: Storage, clock: VirtualClock): Promise<OpenStorage> {
  const open = await storage.open(() => undefined, clock);
  await open.commit(async (tables) => {
    for (const table of tableNames) tables.put(table, 'a', 1);
    tables.put('rows', ['User', '1'], { name: 'Ann' });
  }, 'strict');
  return open;
}

/** All records, by a program that has no fault. */
async function contentOf(storage: VirtualStorage): Promise<Readonly<Record<string, unknown>>> {
  const open = await storage.copy().open(() => undefined);
  const content: Partial<Record<TableName, unknown>> = {};
  await open.read(async (tables) => {
    for (const table of tableNames) content[table] = await tables.range(table, [], 99);
  });
  return content;
}

describe('R26: an operation with a fault', () => {
  it.each(cases)('$operation, $fault ×$times: settles, whole or not at all', async (row) => {
    const clock = new VirtualClock();
    const storage = virtualStorage();
    const open = await filled(storage, clock);
    const before = await contentOf(storage);
    const reference = virtualStorage();
    await operations[row.operation](await filled(reference, clock));
    const after = await contentOf(reference);

    plant(storage, row.fault, row.times);
    const outcomes: unknown[] = [];
    operations[row.operation](open).then(
      () => outcomes.push('done'),
      (error: unknown) => outcomes.push((error as { code?: unknown }).code),
    );
    await clock.advance(2_500);
    if (row.fault === 'crash') storage.crash();
    await clock.advance(20_000);

    expect(outcomes).toHaveLength(1);
    expect(['done', ...codes]).toContain(outcomes[0]);
    if (row.fault === 'garbage') return;
    expect(await contentOf(storage)).toEqual(outcomes[0] === 'done' ? after : before);
  });

  function plant(storage: VirtualStorage, fault: (typeof faults)[number], times: number): void {
    if (fault === 'slow' || fault === 'crash') storage.delay(times * 1_000);
    else if (fault === 'garbage') for (const table of tableNames) storage.corrupt(table, 'a');
    else storage.fail(fault, times);
  }

  it('ends when the connection is lost and opening again is blocked', async () => {
    const clock = new VirtualClock();
    const storage = virtualStorage();
    const open = await filled(storage, clock);
    storage.fail('closed');
    storage.fail('blocked');
    const outcomes: unknown[] = [];
    operations.put(open).catch((error: unknown) => outcomes.push(error));
    await clock.advance(3_000);
    expect(outcomes).toEqual([expect.objectContaining({ code: 'SB_STORAGE_UNAVAILABLE' })]);
    expect(await operations.get(open)).toBe(1);
  });
});

it.each(['It is blocked', 'It is blocked.'])('the message of a failure ends once: %s', (text) => {
  const { message } = failureOf(new Error(text));
  expect(message).toContain('A storage failed: It is blocked. [SB_STORAGE_UNAVAILABLE]');
});
