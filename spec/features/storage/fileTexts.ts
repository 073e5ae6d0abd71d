import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyValue } from '../../../src/features/storage/KeyValue.ts';

/** A file per key, written in place: a program that ends in the middle leaves a part of it. */
export function fileTexts(folder: string): KeyValue {
  const pathOf = (key: string): string => join(folder, encodeURIComponent(key));
  return {
    get: async (key) => {
      try {
        return readFileSync(pathOf(key), 'utf8');
      } catch {
        return undefined;
      }
    },
    set: async (key, text) => writeFileSync(pathOf(key), text),
    delete: async (key) => rmSync(pathOf(key), { force: true }),
    keys: async () => readdirSync(folder).map(decodeURIComponent),
  };
}
