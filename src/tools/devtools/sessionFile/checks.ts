import {
  fail,
  listOf,
  packError,
  type PackedError,
  textOf,
  unpackError,
} from '../../../shared/codec/valueCodec.ts';
import type { EntityName } from '../../inspect/reports.ts';
import type { EntityMeta } from '../../../data/schema/Schema.ts';
import type { Redactor } from '../redact.ts';
import type { FileMeta, FileName } from './SessionFile.ts';

// What session files are made of, and the checks of files from elsewhere.

export function packMeta({ expiresAt, fetchedAt, receivedAt, seq }: EntityMeta): FileMeta {
  return [seq, fetchedAt, receivedAt, expiresAt];
}

export function unpackMeta(packed: unknown): EntityMeta {
  const [seq, fetchedAt, receivedAt, expiresAt] = listOf(packed).map(timeOf);
  if (expiresAt === undefined) return fail('a meta without four numbers');
  return { seq, fetchedAt, receivedAt, expiresAt };
}

/** A time or a seq: a number, which may be infinite. */
export function timeOf(value: unknown): number {
  const isTime = typeof value === 'number' && !Number.isNaN(value);
  return isTime ? value : fail('a value that should be a number');
}

export function textsOf(value: unknown): string[] {
  return listOf(value).map(textOf);
}

export function packName({ entityKey, pk }: EntityName): FileName {
  return [entityKey, pk];
}

export function unpackName(packed: unknown): EntityName {
  const [entityKey, pk] = textsOf(packed);
  return pk === undefined ? fail('an entity without a pk') : { entityKey, pk };
}

/** Like {@link packError}, without secrets in the text. */
export function packFailure(error: Error, redactor: Redactor): PackedError {
  const packed = packError(error);
  return { ...packed, message: redactor.text(packed.message) };
}

export function unpackFailure(packed: unknown): Error | undefined {
  return packed === undefined ? undefined : unpackError(packed);
}

export function policyOf(value: unknown): 'soft' | 'hard' | undefined {
  return value === 'soft' || value === 'hard' ? value : undefined;
}

/** One of a set of words. */
export function wordOf<T extends string>(value: unknown, words: readonly T[]): T {
  return words.find((word) => word === value) ?? fail('an unknown word');
}
