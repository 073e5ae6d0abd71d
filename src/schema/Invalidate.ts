import { StreambedError } from '../shared/StreambedError.ts';
import type { EntityClass } from './EntityClass.ts';
import { isEntity } from './isEntity.ts';
import { pkOfArgument } from './pkOfArgument.ts';
import type { DenormalizeDelegate, NormalizeDelegate } from './Schema.ts';
import { usablePk } from './usablePk.ts';

/**
 * Describes the answer of a request that removes an entity: `schema: new schema.Invalidate(User)` on a DELETE endpoint. The entity is
 * named by the answer if that is an object or holds ids, else by the first argument of the call, else by an answer that is nothing but an
 * id. Lists drop it, readers of the entity itself fetch again. Throws `SB_PK_MISSING` if neither names one.
 */
export class Invalidate<E extends EntityClass = EntityClass> {
  /** The entity class to remove from. */
  readonly schema: E;

  constructor(entity: E) {
    if (!isEntity(entity)) {
      throw new StreambedError('SB_SCHEMA_INVALID', 'schema.Invalidate takes an entity class.');
    }
    this.schema = entity;
  }

  /** True: an empty answer (204) is fine, the arguments say which entity it was. */
  readonly acceptsEmpty = true;

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const { args } = delegate;
    // Alone, a text or a number is as often a word of success or a count; as a part of an answer it is an id.
    const isWholeAnswer = delegate.depth === 0;
    const pk =
      (typeof input === 'object' || !isWholeAnswer
        ? this.#pkOf(input, parent, key, args)
        : undefined) ??
      pkOfArgument(this.schema, args[0], args) ??
      this.#pkOf(input, parent, key, args);
    if (pk === undefined) {
      return delegate.fail(
        'SB_PK_MISSING',
        `Neither answer nor arguments say which ${this.schema.key} was removed.`,
      );
    }
    delegate.invalidate(this.schema, pk);
    return pk;
  }

  #pkOf(
    value: unknown,
    parent: unknown,
    key: string,
    args: readonly unknown[],
  ): string | undefined {
    if (typeof value !== 'object') return usablePk(value);
    return value === null ? undefined : usablePk(this.schema.pk(value, parent, key, args), value);
  }

  denormalize(_stored: unknown, _delegate: DenormalizeDelegate): undefined {
    return undefined;
  }

  /** A removal cannot be looked up. */
  queryKey(): undefined {
    return undefined;
  }
}
