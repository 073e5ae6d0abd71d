import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { isCount, isDuration } from '../../data/endpoint/optionProblem.ts';
import type { Defaulted } from '../../shared/Optional.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { indexedDBStorage } from '../storage/indexedDBStorage.ts';
import type { Storage } from '../storage/Storage.ts';

/** What `persist` stores, where and for how long. Durations are ms. */
export interface PersistOptions {
  /** Names the stored data. Each user of the program needs another name. */
  readonly name: string;
  /** Where the data is kept. Default: IndexedDB; where there is none, nothing is stored. */
  readonly storage?: Storage | undefined;
  /**
   * Counts what the program stores, from 1: raise it when the shape of entities or responses changes.
   * Stored data of another version is deleted, or migrated. Default 1.
   */
  readonly version?: number | undefined;
  /**
   * Returns the stored record of an entity as this version has it; `undefined` deletes it. `from` is
   * the version that has stored it. Default: all data of earlier versions is deleted.
   */
  readonly migrate?:
    ((from: number, entityKey: string, record: object) => object | undefined) | undefined;
  /** How long data is kept after it has arrived. Default 604,800,000: 7 days. */
  readonly maxAge?: number | undefined;
  /** How many entities are kept; the oldest are deleted first. Default 20,000. */
  readonly maxRows?: number | undefined;
  /** How long a change waits for others, to be stored together with them. Default 100. */
  readonly flushWait?: number | undefined;
  /**
   * How long a read waits for stored data before it fetches. Counts only while the page runs. Default
   * 1,000.
   */
  readonly loadTimeout?: number | undefined;
  /**
   * Whether results of an endpoint are stored, of those that have a declared name and do not refuse
   * with `persist: false`. Default: all of them.
   */
  readonly include?: ((endpoint: EndpointInterface) => boolean) | undefined;
}

/** The options with all defaults; without `storage` nothing is stored. */
export type PersistSettings = Defaulted<Omit<PersistOptions, 'migrate' | 'storage'>> &
  Pick<PersistOptions, 'migrate' | 'storage'>;

const WEEK = 604_800_000;

/** Fills in the defaults. Throws `SB_OPTION_INVALID`. */
export function settingsOf(options: PersistOptions): PersistSettings {
  const { name, version = 1, migrate, include = () => true } = options;
  const { maxAge = WEEK, maxRows = 20_000, flushWait = 100, loadTimeout = 1_000 } = options;
  const checks = {
    name: typeof name === 'string' && name !== '',
    version: Number.isSafeInteger(version) && version > 0,
    migrate: migrate === undefined || typeof migrate === 'function',
    maxAge: isDuration(maxAge),
    maxRows: isCount(maxRows),
    flushWait: isDuration(flushWait),
    loadTimeout: isDuration(loadTimeout),
  };
  for (const [option, isValid] of Object.entries(checks)) {
    if (isValid) continue;
    const shown = JSON.stringify(options[option as keyof typeof checks]);
    throw new StreambedError('SB_OPTION_INVALID', `persist: ${option} is ${shown}.`);
  }
  const { storage = 'indexedDB' in globalThis ? indexedDBStorage({ name }) : undefined } = options;
  return { name, storage, version, migrate, maxAge, maxRows, flushWait, loadTimeout, include };
}
