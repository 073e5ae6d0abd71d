import type { EntityMeta } from './Schema.ts';

/**
 * Whether a row was written by this store. What another store has sent has no seq, or one between
 * those of two requests.
 */
export function isOwn({ seq }: Pick<EntityMeta, 'seq'>): boolean {
  return seq > 0 && Number.isInteger(seq);
}
