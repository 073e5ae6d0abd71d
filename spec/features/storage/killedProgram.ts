import { join } from 'node:path';
import { keyValueStorage } from '../../../src/features/storage/keyValueStorage.ts';
import { sqliteStorage } from '../../../src/features/storage/sqliteStorage.ts';
import type { Durability, Storage } from '../../../src/features/storage/Storage.ts';
import { fileDriver } from './fileDriver.ts';
import { fileTexts } from './fileTexts.ts';

// A program of its own: prints the numbers of all stored rows, then counts up from them in one
// commit per number, and prints each number that is stored. It ends when it is killed.

const ROWS = 40;

const makeStorage: Readonly<Record<string, (folder: string) => Storage>> = {
  files: (folder) => keyValueStorage(fileTexts(folder), { name: 'shop' }),
  sqlite: (folder) => sqliteStorage(fileDriver(join(folder, 'shop.db'))),
};

const print = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`);

async function run(adapter: string, folder: string, durability: Durability): Promise<void> {
  const open = await makeStorage[adapter](folder).open(() => undefined);
  const stored = await open.read((tables) => tables.range('rows', [], Infinity));
  print(stored.map(([, value]) => value));
  for (let n = Number(stored[0]?.[1] ?? 0) + 1; ; n++) {
    await open.commit(async (tables) => {
      // The rows of each number are others, so that each commit also deletes.
      for (let at = 0; at < ROWS; at++) {
        tables.put('rows', ['Row', `${at}.${n % 2}`], n);
        tables.delete('rows', ['Row', `${at}.${(n + 1) % 2}`]);
      }
    }, durability);
    print(n);
  }
}

const [, , adapter, folder, durability] = process.argv;
// The cast holds for what the spec passes.
void run(adapter, folder, durability as Durability);
