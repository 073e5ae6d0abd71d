import type {
  OpenStorage,
  Storage,
  StoredKey,
  TableName,
  Writer,
} from '../../../src/features/storage/Storage.ts';
import { tableNames } from '../../../src/features/storage/Storage.ts';
import { adapters } from './adapters.ts';

const noReport = (): void => undefined;

/** Names that a separator, a database or a file system could take for something else. */
const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\u0001',
  '\u0002\u0003',
  'a\u0001b',
  '"',
  '/',
  '..',
  '%00',
  '__proto__',
  'ä',
  '\ud800',
  '\udc00\ud800',
  '😀',
  '\uffff',
];

describe.each(adapters)('%s', (_, make) => {
  let storage: Storage;
  let open: OpenStorage;

  beforeEach(async () => {
    storage = await make();
    open = await storage.open(noReport);
  });

  afterEach(() => open.close());

  const commit = (work: (tables: Writer) => void): Promise<void> =>
    open.commit(async (tables) => work(tables), 'relaxed');

  const get = (table: TableName, key: StoredKey, from = open): Promise<unknown> =>
    from.read((tables) => tables.get(table, key));

  const keysIn = (
    table: TableName,
    ...[prefix, limit = 100, after]: [readonly string[], number?, StoredKey?]
  ): Promise<readonly StoredKey[]> =>
    open.read(async (tables) => {
      const records = await tables.range(table, prefix, limit, after);
      return records.map(([key]) => key);
    });

  it('has no records at first', async () => {
    for (const table of tableNames) {
      expect(await get(table, 'a')).toBe(undefined);
      expect(await keysIn(table, [])).toEqual([]);
    }
  });

  it('keeps the records of each table apart', async () => {
    await commit((tables) => {
      for (const table of tableNames) tables.put(table, 'key', table);
    });
    for (const table of tableNames) expect(await get(table, 'key')).toBe(table);
  });

  it('keeps values that JSON lacks', async () => {
    const value = { at: new Date(5), many: new Map([[1, new Set([2n])]]), less: -0, $: 'own' };
    await commit((tables) => tables.put('rows', ['User', '1'], value));
    expect(await get('rows', ['User', '1'])).toEqual(value);
  });

  it('returns values that a later write does not change', async () => {
    const value = { name: 'Ann' };
    await commit((tables) => tables.put('rows', 'a', value));
    const before = await get('rows', 'a');
    value.name = 'Bea';
    await commit((tables) => tables.put('rows', 'a', value));
    expect(before).toEqual({ name: 'Ann' });
    expect(await get('rows', 'a')).toEqual({ name: 'Bea' });
  });

  it('refuses a value that cannot be stored when it is put, and commits the others', async () => {
    const refused: unknown[] = [];
    await commit((tables) => {
      tables.put('rows', 'a', 1);
      try {
        tables.put('rows', 'b', () => 2);
      } catch (error) {
        refused.push(error);
      }
    });
    expect(refused).toEqual([expect.objectContaining({ code: 'SB_STATE_UNSUPPORTED' })]);
    expect(await keysIn('rows', [])).toEqual(['a']);
  });

  it('keeps odd keys apart and returns them as they were put', async () => {
    const keys = oddTexts.flatMap((first): StoredKey[] => [
      first,
      ...oddTexts.map((second) => [first, second]),
    ]);
    await commit((tables) => keys.forEach((key, at) => tables.put('rows', key, at)));
    const values = await open.read((tables) => tables.getMany('rows', keys));
    expect(values).toEqual(keys.map((__, at) => at));
    const found = await keysIn('rows', [], 1_000);
    expect(found.map((key) => JSON.stringify(key)).sort()).toEqual(
      keys.map((key) => JSON.stringify(key)).sort(),
    );
    for (const text of oddTexts) expect(await keysIn('rows', [text])).toHaveLength(oddTexts.length);
  });

  it('takes a list of one text for the text', async () => {
    await commit((tables) => tables.put('info', ['a'], 1));
    expect(await get('info', 'a')).toBe(1);
  });

  it('reads a group in the order of its keys, in pages', async () => {
    await commit((tables) => {
      for (const pk of ['9', '10', '1', 'a b', 'a', 'a!']) tables.put('rows', ['User', pk], pk);
      for (const key of [['Use', '1'], ['Users', '1'], ['User']]) tables.put('rows', key, 0);
    });
    const users = ['1', '10', '9', 'a', 'a b', 'a!'].map((pk) => ['User', pk]);
    expect(await keysIn('rows', ['User'])).toEqual(users);
    expect(await keysIn('rows', ['User'], 2)).toEqual(users.slice(0, 2));
    expect(await keysIn('rows', ['User'], 3, users[1])).toEqual(users.slice(2, 5));
    expect(await keysIn('rows', ['User'], 3, users[4])).toEqual(users.slice(5));
    expect(await keysIn('rows', ['User'], 0)).toEqual([]);
  });

  it('deletes records, also those that are not there', async () => {
    await commit((tables) => ['a', 'b'].forEach((key) => tables.put('ids', key, key)));
    await commit((tables) => ['a', 'c'].forEach((key) => tables.delete('ids', key)));
    expect(await keysIn('ids', [])).toEqual(['b']);
  });

  it('applies the writes of a commit in their order', async () => {
    await commit((tables) => {
      tables.put('ids', 'a', 1);
      tables.delete('ids', 'a');
      tables.delete('ids', 'b');
      tables.put('ids', 'b', 1);
      tables.put('ids', 'b', 2);
    });
    expect(await open.read((tables) => tables.getMany('ids', ['a', 'b']))).toEqual([undefined, 2]);
  });

  it('reads in a commit what was stored before it', async () => {
    await commit((tables) => tables.put('info', 'n', 1));
    const seen = await open.commit(async (tables) => {
      tables.put('info', 'n', 2);
      return [await tables.get('info', 'n'), await tables.range('info', [], 9)];
    }, 'strict');
    expect(seen).toEqual([1, [['n', 1]]]);
    expect(await get('info', 'n')).toBe(2);
  });

  it('writes nothing of a commit whose work throws, and rejects with that error', async () => {
    const failure = new Error('work');
    const work = async (tables: Writer): Promise<void> => {
      await tables.get('info', 'a');
      tables.put('info', 'a', 1);
      throw failure;
    };
    await expect(open.commit(work, 'strict')).rejects.toBe(failure);
    await expect(open.read(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(await get('info', 'a')).toBe(undefined);
  });

  it('puts no other commit between the reads and the writes of one', async () => {
    const other = await storage.open(noReport);
    const count = async (tables: Writer): Promise<void> => {
      const n = ((await tables.get('info', 'n')) as number | undefined) ?? 0;
      await tables.get('info', 'other');
      tables.put('info', 'n', n + 1);
    };
    const commits = Array.from({ length: 20 }, (__, at) =>
      (at % 2 ? open : other).commit(count, at % 3 ? 'relaxed' : 'strict'),
    );
    await Promise.all(commits);
    expect(await get('info', 'n')).toBe(20);
    other.close();
  });

  it('shows all reads of one read one moment', async () => {
    const move = (tables: Writer, at: number): void => {
      tables.put('rows', 'a', at);
      tables.put('rows', 'b', at);
    };
    await commit((tables) => move(tables, 0));
    const moves = Array.from({ length: 5 }, (__, at) => commit((tables) => move(tables, at)));
    const read = open.read(async (tables) => [
      await tables.get('rows', 'a'),
      await tables.get('rows', 'b'),
    ]);
    await Promise.all(moves);
    const [a, b] = await read;
    expect(a).toBe(b);
  });

  it('keeps a commit of more records than one slice whole', async () => {
    await commit((tables) => {
      for (let at = 0; at < 1_001; at++) tables.put('rows', ['Row', String(at)], at);
    });
    expect(await keysIn('rows', ['Row'], 2_000)).toHaveLength(1_001);
    await commit((tables) => {
      for (let at = 0; at < 1_000; at++) tables.delete('rows', ['Row', String(at)]);
    });
    expect(await keysIn('rows', ['Row'])).toEqual([['Row', '1000']]);
  });

  it('empties all tables', async () => {
    await commit((tables) => {
      for (const table of tableNames) tables.put(table, 'key', 1);
    });
    await open.clear();
    for (const table of tableNames) expect(await keysIn(table, [])).toEqual([]);
    await commit((tables) => tables.put('info', 'a', 1));
    expect(await get('info', 'a')).toBe(1);
  });

  it('empties all tables and puts a first record at once', async () => {
    await commit((tables) => tables.put('rows', 'a', 1));
    await open.clear(['info', 'info', { token: 'b' }]);
    expect(await keysIn('rows', [])).toEqual([]);
    expect(await get('info', 'info')).toEqual({ token: 'b' });
  });

  it('shows a second connection what the first one has committed', async () => {
    const other = await storage.open(noReport);
    await commit((tables) => tables.put('info', 'a', 1));
    expect(await get('info', 'a', other)).toBe(1);
    other.close();
  });

  it('keeps its records when it is closed and opened again', async () => {
    await commit((tables) => tables.put('rows', ['User', '1'], { name: 'Ann' }));
    open.close();
    open = await storage.open(noReport);
    expect(await get('rows', ['User', '1'])).toEqual({ name: 'Ann' });
  });

  it('ends operations in flight before it closes, and refuses later ones', async () => {
    const last = commit((tables) => tables.put('info', 'a', 1));
    open.close();
    await last;
    const refusal = expect.objectContaining({ code: 'SB_STORAGE_UNAVAILABLE' });
    await expect(get('info', 'a')).rejects.toEqual(refusal);
    await expect(commit(() => undefined)).rejects.toEqual(refusal);
    await expect(open.clear()).rejects.toEqual(refusal);
    open = await storage.open(noReport);
    expect(await get('info', 'a')).toBe(1);
  });
});
