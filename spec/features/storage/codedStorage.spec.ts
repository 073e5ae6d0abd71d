import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Codec, codedStorage } from '../../../src/features/storage/codedStorage.ts';
import { indexedDBStorage } from '../../../src/features/storage/indexedDBStorage.ts';
import { keyValueStorage } from '../../../src/features/storage/keyValueStorage.ts';
import { memoryStorage } from '../../../src/features/storage/memoryStorage.ts';
import { sqliteStorage } from '../../../src/features/storage/sqliteStorage.ts';
import type { OpenStorage, Storage } from '../../../src/features/storage/Storage.ts';
import { virtualStorage } from '../../../src/tools/testing/virtualStorage.ts';
import { mapTexts, newFolder, sqlDriver, useIndexedDB } from './adapters.ts';
import { fileTexts } from './fileTexts.ts';

const noReport = (): void => undefined;

/** What the docs recommend: AES-GCM, and SHA-256 with a salt. */
async function webCodec(): Promise<Codec> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  return {
    async encode(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const data = new TextEncoder().encode(text);
      const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, data);
      return new Uint8Array([...iv, ...new Uint8Array(sealed)]);
    },
    async decode(code) {
      if (typeof code === 'string') throw new Error('no bytes');
      const [iv, sealed] = [code.slice(0, 12), code.slice(12)];
      return new TextDecoder().decode(await subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
    },
    async hashKey(text) {
      const hash = await subtle.digest('SHA-256', new TextEncoder().encode(`salt ${text}`));
      return Buffer.from(hash).toString('base64');
    },
  };
}

async function fill(open: OpenStorage): Promise<void> {
  await open.commit(async (tables) => {
    tables.put('rows', ['Patient', 'pk-7'], { name: 'Ann' });
    tables.put('results', 'getPatient pk-7', 'pk-7');
    tables.put('kinds', 'Patient', true);
  }, 'relaxed');
}

describe('codedStorage', () => {
  it('leaves no readable record, entity key, pk or endpoint key (R7)', async () => {
    const codec = await webCodec();
    const [map, folder, driver] = [new Map<string, string>(), newFolder(), await sqlDriver()];
    const factory = useIndexedDB();
    const raw: [storage: Storage, content: () => Promise<string>][] = [
      [keyValueStorage(mapTexts(map), { name: 'a' }), async () => [...map].join()],
      [
        keyValueStorage(fileTexts(folder), { name: 'a' }),
        async () =>
          readdirSync(folder)
            .map(
              (file) => `${decodeURIComponent(file)} ${readFileSync(join(folder, file), 'utf8')}`,
            )
            .join(),
      ],
      [
        sqliteStorage(driver),
        async () => JSON.stringify(await driver.all('SELECT k, v FROM streambed', [])),
      ],
      [indexedDBStorage({ name: 'a' }), () => contentOf(factory)],
    ];
    for (const [storage, content] of raw) {
      const open = await codedStorage(storage, codec).open(noReport);
      await fill(open);
      const text = await content();
      expect(text).not.toBe('');
      expect(text).not.toMatch(/Patient|pk-7|Ann/);
      expect(await open.read((tables) => tables.range('rows', ['Patient'], 9))).toEqual([
        [['Patient', 'pk-7'], { name: 'Ann' }],
      ]);
      open.close();
    }
  });

  it('awaits codecs outside of the transactions of IndexedDB (R7)', async () => {
    useIndexedDB();
    const slow = async (text: string): Promise<string> => {
      await new Promise(setImmediate);
      return text;
    };
    const codec: Codec = { encode: slow, decode: (code) => slow(String(code)), hashKey: slow };
    const open = await codedStorage(indexedDBStorage({ name: 'slow' }), codec).open(noReport);
    await fill(open);
    const names = await open.commit(async (tables) => {
      const [[key, row]] = await tables.range('rows', ['Patient'], 9);
      tables.put('rows', ['Patient', '8'], { row, of: await tables.get('results', 'none') });
      return key;
    }, 'strict');
    expect(names).toEqual(['Patient', 'pk-7']);
    expect(await open.read((tables) => tables.range('rows', ['Patient'], 9))).toHaveLength(2);
  });

  it('runs work again if what it has read has changed (R7, R12)', async () => {
    const codec = await webCodec();
    const storage = codedStorage(memoryStorage(), codec);
    const [open, other] = [await storage.open(noReport), await storage.open(noReport)];
    await fill(open);
    let runs = 0;
    await open.commit(async (tables) => {
      const row = await tables.get('rows', ['Patient', 'pk-7']);
      if (++runs === 1) {
        await other.commit(
          async (others) => others.put('rows', ['Patient', 'pk-7'], { name: 'Bea' }),
          'relaxed',
        );
      }
      tables.put('rows', ['Patient', 'copy'], row);
    }, 'relaxed');
    expect(runs).toBe(2);
    expect(await open.read((tables) => tables.get('rows', ['Patient', 'copy']))).toEqual({
      name: 'Bea',
    });
  });

  it('ends when others never stop to change what it reads (R26)', async () => {
    const codec = await webCodec();
    const storage = codedStorage(memoryStorage(), codec);
    const [open, other] = [await storage.open(noReport), await storage.open(noReport)];
    const never = open.commit(async (tables) => {
      await tables.get('info', 'n');
      await other.commit(async (others) => others.put('info', 'n', Math.random()), 'relaxed');
    }, 'relaxed');
    await expect(never).rejects.toMatchObject({ code: 'SB_STORAGE_UNAVAILABLE' });
  });

  it('takes records of another codec, or in the place of others, for none (R6)', async () => {
    const memory = virtualStorage();
    const [own, foreign] = [await webCodec(), await webCodec()];
    await fill(
      await codedStorage(memory, {
        ...own,
        decode: (code) => foreign.decode(code),
        encode: (text) => foreign.encode(text),
      }).open(noReport),
    );
    const open = await codedStorage(memory, own).open(noReport);
    const key = ['Patient', 'pk-7'];
    expect(await open.read((tables) => tables.get('rows', key))).toBe(undefined);
    expect(await open.commit((tables) => tables.range('rows', [], 9), 'relaxed')).toEqual([]);
    const raw = await memory.open(noReport);
    expect(await raw.read((tables) => tables.range('rows', [], 9))).toEqual([]);
    await fill(open);
    await raw
      .commit(async (tables) => {
        const [[, value]] = await tables.range('rows', [], 9);
        tables.put(
          'rows',
          [await own.hashKey('Patient'), await own.hashKey('Patient\u00008')],
          value,
        );
      }, 'relaxed')
      .catch(() => undefined);
    expect(await open.read((tables) => tables.get('rows', ['Patient', '8']))).toBe(undefined);
  });
});

/** All keys and values of a database, as text. */
async function contentOf(factory: IDBFactory): Promise<string> {
  const [{ name = '' }] = await factory.databases();
  const db = await done(factory.open(name));
  const stores = [...db.objectStoreNames].map((table) => db.transaction(table).objectStore(table));
  const content = await Promise.all(
    stores.flatMap((store) => [done(store.getAllKeys()), done(store.getAll())]),
  );
  db.close();
  return JSON.stringify(content);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve) => {
    request.addEventListener('success', () => resolve(request.result));
  });
}
