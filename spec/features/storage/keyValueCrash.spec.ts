import { VirtualTimeScheduler } from 'rxjs';
import type { KeyValue } from '../../../src/features/storage/KeyValue.ts';
import { keyValueStorage } from '../../../src/features/storage/keyValueStorage.ts';
import type { OpenStorage, Writer } from '../../../src/features/storage/Storage.ts';
import { tableNames } from '../../../src/features/storage/Storage.ts';
import { mapTexts } from './adapters.ts';

type Texts = ReadonlyMap<string, string>;
type Work = (open: OpenStorage) => Promise<unknown>;

/** What a write that was cut has left. */
type Cut = 'nothing' | 'a half' | 'an empty text';

const never = new Promise<never>(() => undefined);

/** Texts of a program that ends in its write number `last`. */
class EndingTexts implements KeyValue {
  readonly map: Map<string, string>;
  readonly ended: Promise<void>;
  readonly #texts: KeyValue;
  readonly #cut: Cut;
  #end: () => void = () => undefined;
  #left: number;

  constructor(before: Texts, last: number, cut: Cut) {
    this.map = new Map(before);
    this.#texts = mapTexts(this.map);
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#left = last;
    this.#cut = cut;
  }

  get(key: string): ReturnType<KeyValue['get']> {
    return this.#texts.get(key);
  }

  keys(): ReturnType<KeyValue['keys']> {
    return this.#texts.keys();
  }

  set(key: string, text: string): unknown {
    return this.#write(
      () => this.#texts.set(key, text),
      () => {
        if (this.#cut === 'a half') this.map.set(key, text.slice(0, text.length / 2));
        if (this.#cut === 'an empty text') this.map.set(key, '');
      },
    );
  }

  delete(key: string): unknown {
    return this.#write(() => this.#texts.delete(key));
  }

  #write(write: () => unknown, writePart: () => void = () => undefined): unknown {
    if (--this.#left > 0) return write();
    if (this.#left === 0) writePart();
    this.#end();
    return never;
  }
}

interface Outcome {
  readonly texts: Texts;
  readonly isDone: boolean;
}

/** Runs a program on some texts, up to its write number `last`. */
async function run(
  before: Texts,
  work: Work,
  last = Infinity,
  cut: Cut = 'nothing',
): Promise<Outcome> {
  const texts = new EndingTexts(before, last, cut);
  const all = async (): Promise<boolean> => {
    // Its own clock: a program that ended waits for nothing.
    const storage = keyValueStorage(texts, { name: 'shop' });
    await work(await storage.open(() => undefined, new VirtualTimeScheduler()));
    return true;
  };
  const isDone = await Promise.race([texts.ended.then(() => false), all()]);
  return { texts: texts.map, isDone };
}

/** All records, as a program finds them that opens the storage. */
async function contentOf(before: Texts): Promise<string> {
  const content: unknown[] = [];
  const { texts } = await run(before, (open) =>
    open.read(async (tables) => {
      for (const table of tableNames) content.push(await tables.range(table, [], Infinity));
    }),
  );
  // What an intent has left is gone.
  expect([...texts.keys()].filter((key) => key.includes('!'))).toEqual([]);
  return JSON.stringify(content);
}

const commit =
  (work: (tables: Writer) => void): Work =>
  (open) =>
    open.commit(async (tables) => work(tables), 'relaxed');

const fill = commit((tables) => {
  for (const table of tableNames) tables.put(table, 'a', `${table} before`);
  for (const pk of ['1', '2', '3']) tables.put('rows', ['User', pk], { n: 0 });
});

const scenarios: readonly (readonly [title: string, work: Work])[] = [
  [
    'a commit that puts, replaces and deletes',
    commit((tables) => {
      for (const pk of ['2', '3', '4']) tables.put('rows', ['User', pk], { n: 1 });
      tables.put('info', 'a', 'after');
      tables.delete('rows', ['User', '1']);
      tables.delete('ids', 'a');
    }),
  ],
  [
    'a commit that only deletes',
    commit((tables) => tableNames.forEach((table) => tables.delete(table, 'a'))),
  ],
  ['a wipe', (open) => open.clear()],
  [
    'a commit of more than one part',
    commit((tables) => tables.put('rows', ['User', '1'], 'x'.repeat(500_000))),
  ],
];

const cuts: readonly Cut[] = ['nothing', 'a half', 'an empty text'];

const cases = scenarios.flatMap(([title, work]) => cuts.map((cut) => ({ title, work, cut })));

/** Without the last one, whose texts take their time. */
const smallCases = cases.slice(0, -cuts.length);

/** Each text that a program leaves which ends in one of its writes, in their order. */
async function* endsOf(before: Texts, work: Work, cut: Cut): AsyncGenerator<Texts> {
  for (let last = 1; ; last++) {
    const { isDone, texts } = await run(before, work, last, cut);
    if (isDone) return;
    yield texts;
  }
}

const filled = async (): Promise<Texts> => (await run(new Map(), fill)).texts;

describe('keyValueStorage, when the program ends in the middle of', () => {
  it.each(cases)('$title, with $cut of a write: has all of it or nothing', async (row) => {
    const start = await filled();
    const [before, after] = [
      await contentOf(start),
      await contentOf((await run(start, row.work)).texts),
    ];
    const found: string[] = [];
    for await (const texts of endsOf(start, row.work, row.cut)) found.push(await contentOf(texts));
    const committed = found.indexOf(after);
    expect(committed).toBeGreaterThan(0);
    expect(found.slice(0, committed).every((content) => content === before)).toBe(true);
    expect(found.slice(committed).every((content) => content === after)).toBe(true);
  });

  it.each(smallCases)('$title, with $cut, and of the open after it: has the same', async (row) => {
    for await (const texts of endsOf(await filled(), row.work, row.cut)) {
      const content = await contentOf(texts);
      for await (const again of endsOf(texts, () => Promise.resolve(), row.cut)) {
        expect(await contentOf(again)).toBe(content);
      }
    }
  });

  it.each(smallCases)('$title, with $cut, and of the next commit: has no mix', async (row) => {
    const next = commit((tables) => {
      for (const pk of ['3', '4', '5']) tables.put('rows', ['User', pk], { n: 2 });
      tables.delete('rows', ['User', '2']);
    });
    for await (const texts of endsOf(await filled(), row.work, row.cut)) {
      const states = [await contentOf(texts), await contentOf((await run(texts, next)).texts)];
      for await (const again of endsOf(texts, next, row.cut)) {
        expect(states).toContain(await contentOf(again));
      }
    }
  });
});

describe('an intent with a wrong checksum', () => {
  it('is dropped, whatever part of it is damaged or gone (R6)', async () => {
    const start = await filled();
    const before = await contentOf(start);
    const [, work] = scenarios[3];
    const ends: Texts[] = [];
    for await (const texts of endsOf(start, work, 'nothing')) ends.push(texts);
    const whole = ends.find((texts) => texts.has('shop/!/'));
    const keys = [...(whole?.keys() ?? [])].filter((key) => key.startsWith('shop/!/'));
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      const text = whole!.get(key)!;
      const damages = [undefined, '', text.slice(1), text.slice(0, -1), `${text}0`, 'x'];
      for (const damaged of [...damages, `😀${text.slice(2)}`]) {
        const texts = new Map(whole);
        if (damaged === undefined) texts.delete(key);
        else texts.set(key, damaged);
        expect([key, damaged?.slice(0, 9), (await contentOf(texts)) === before]).toEqual([
          key,
          damaged?.slice(0, 9),
          true,
        ]);
      }
    }
  });
});
