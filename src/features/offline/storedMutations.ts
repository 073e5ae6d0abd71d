import { packError, unpackError } from '../../shared/codec/valueCodec.ts';
import type { RowKey } from '../channel/rowKeys.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';

/** A mutation as the storage keeps it. */
export interface StoredMutation {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly owner: string;
  /** ms since epoch. */
  readonly createdAt: number;
  /** Entity keys and pks; none while they are unknown. */
  readonly rows: readonly RowKey[];
  readonly key: string;
  readonly attempts: number;
  readonly error: Error | undefined;
  /** Of a mutation that was refused. */
  readonly failedAt: number | undefined;
  /** No tab tries it before, ms since epoch; 0 for none. */
  readonly nextTryAt: number;
  /** The tab that sends it, and until when no other one does. */
  readonly claim: readonly [tab: string, until: number] | undefined;
}

export function packedMutation(stored: StoredMutation): object {
  const { error, failedAt, nextTryAt, claim, ...rest } = stored;
  return {
    ...rest,
    ...(error && { error: packError(error) }),
    ...(failedAt !== undefined && { failedAt }),
    ...(nextTryAt > 0 && { nextTryAt }),
    ...(claim && { claim }),
  };
}

/** `undefined` if the value is none. */
export function unpackedMutation(value: unknown): StoredMutation | undefined {
  // The cast holds: members that are not there read as undefined.
  const packed = Object(value) as Partial<Record<keyof StoredMutation, unknown>>;
  const { name, args, owner, createdAt, rows, key, attempts, error } = packed;
  const { failedAt, nextTryAt, claim } = packed;
  const areTexts = [name, owner, key].every((text) => typeof text === 'string');
  const areLists = [args, rows].every(Array.isArray) && areTexts;
  if (!areLists || ![createdAt, attempts].every(Number.isFinite)) return undefined;
  const stored = {
    name,
    args,
    owner,
    createdAt,
    key,
    attempts,
    rows: (rows as unknown[]).filter(isRow),
    error: isPlainObject(error) ? errorOf(error) : undefined,
    failedAt: Number.isFinite(failedAt) ? failedAt : undefined,
    nextTryAt: Number.isFinite(nextTryAt) ? nextTryAt : 0,
    claim: Array.isArray(claim) && Number.isFinite(claim[1]) ? claim : undefined,
  };
  // The cast holds: each member was checked.
  return stored as StoredMutation;
}

function isRow(row: unknown): boolean {
  return Array.isArray(row) && row.length === 2 && row.every((text) => typeof text === 'string');
}

function errorOf(packed: object): Error {
  try {
    return unpackError(packed);
  } catch {
    return new Error('The error of the last try cannot be read.');
  }
}
