import { virtualStorage, type VirtualStorage } from '../../../src/tools/testing/index.ts';
import type { LostReason, OpenStorage } from '../../../src/features/storage/Storage.ts';
import { VirtualClock } from '../../../src/tools/testing/VirtualClock.ts';

const unavailable = expect.objectContaining({ code: 'SB_STORAGE_UNAVAILABLE' });
const full = expect.objectContaining({ code: 'SB_STORAGE_FULL' });

const setting = (open: OpenStorage, value: unknown): Promise<void> =>
  open.commit(async (tables) => tables.put('info', 'a', value), 'relaxed');

const getting = (open: OpenStorage): Promise<unknown> =>
  open.read((tables) => tables.get('info', 'a'));

describe('virtualStorage', () => {
  let storage: VirtualStorage;
  let clock: VirtualClock;
  let open: OpenStorage;
  let losses: LostReason[];

  beforeEach(async () => {
    storage = virtualStorage();
    clock = new VirtualClock();
    losses = [];
    open = await storage.open((why) => losses.push(why), clock);
    await setting(open, 1);
  });

  it('R5: finds no room as often as a test wants, for commits that put something', async () => {
    storage.fail('quota', 2);
    expect(await getting(open)).toBe(1);
    await open.commit(async (tables) => tables.delete('info', 'b'), 'relaxed');
    await expect(setting(open, 2)).rejects.toEqual(full);
    await expect(setting(open, 2)).rejects.toEqual(full);
    expect(await getting(open)).toBe(1);
    await setting(open, 2);
    expect(await getting(open)).toBe(2);
  });

  it('aborts a read, a commit and a clear, which change nothing', async () => {
    storage.fail('abort', 3);
    await expect(getting(open)).rejects.toEqual(unavailable);
    await expect(setting(open, 2)).rejects.toEqual(unavailable);
    await expect(open.clear()).rejects.toEqual(unavailable);
    expect(await getting(open)).toBe(1);
  });

  it('R2: closes a connection, which opens again once per operation', async () => {
    storage.fail('closed');
    await setting(open, 2);
    expect(losses).toEqual(['closed']);
    expect(await getting(open)).toBe(2);
    storage.fail('closed', 2);
    await expect(setting(open, 3)).rejects.toEqual(unavailable);
    expect(losses).toHaveLength(3);
    expect(await getting(open)).toBe(2);
  });

  it('R3: blocks an open until it fails after three seconds', async () => {
    storage.fail('blocked');
    const outcomes: unknown[] = [];
    storage.open(() => undefined, clock).catch((error: unknown) => outcomes.push(error));
    await clock.advance(2_999);
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect(outcomes).toEqual([unavailable]);
    await storage.open(() => undefined, clock);
  });

  it('delays each operation in the time of the program', async () => {
    storage.delay(100);
    const outcomes: unknown[] = [];
    void setting(open, 2).then(() => outcomes.push('set'));
    void getting(open).then((value) => outcomes.push(value));
    await clock.advance(99);
    expect(outcomes).toEqual([]);
    await clock.advance(1);
    expect(outcomes).toEqual(['set']);
    await clock.advance(100);
    expect(outcomes).toEqual(['set', 2]);
  });

  it('R3: an open that takes longer than three seconds fails', async () => {
    storage.delay(5_000);
    const outcomes: unknown[] = [];
    storage.open(() => undefined, clock).catch((error: unknown) => outcomes.push(error));
    await clock.advance(10_000);
    expect(outcomes).toEqual([unavailable]);
  });

  it('drops in a crash what is not committed, and refuses the programs that it ended', async () => {
    storage.delay(100);
    const outcomes: unknown[] = [];
    setting(open, 2).catch((error: unknown) => outcomes.push(error));
    await clock.advance(50);
    storage.crash();
    await clock.advance(500);
    expect(outcomes).toEqual([unavailable]);
    storage.delay(0);
    await expect(setting(open, 3)).rejects.toEqual(unavailable);
    await expect(getting(open)).rejects.toEqual(unavailable);
    expect(losses).toEqual([]);
    const next = await storage.open(() => undefined, clock);
    expect(await getting(next)).toBe(1);
  });

  it('keeps in a crash what is committed', async () => {
    await setting(open, 2);
    storage.crash();
    expect(await getting(await storage.open(() => undefined))).toBe(2);
  });

  it('copies what is committed into a storage of its own', async () => {
    const copy = storage.copy();
    await setting(open, 2);
    const other = await copy.open(() => undefined);
    expect(await getting(other)).toBe(1);
    await setting(other, 3);
    expect(await getting(open)).toBe(2);
  });

  it('R6: corrupts a record, which is not stored then', async () => {
    storage.corrupt('info', 'a');
    expect(await getting(open)).toBe(undefined);
    const count = (): Promise<number> =>
      open.read(async (tables) => (await tables.range('info', [], 9)).length);
    expect(await count()).toBe(0);
    await setting(open, 2);
    expect(await count()).toBe(1);
  });
});
