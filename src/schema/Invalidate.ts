import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { EntityClass } from './EntityClass.ts';
import { isEntity } from './isEntity.ts';
import { pkOfArgument } from './pkOfArgument.ts';
import { Polymorphic } from './Polymorphic.ts';
import type { DenormalizeDelegate, NormalizeDelegate } from './Schema.ts';
import type { EntityMapping, SchemaAttribute } from './SchemaAttribute.ts';
import type { Union } from './Union.ts';
import { usablePk } from './usablePk.ts';

/**
 * Describes the answer of a request that removes an entity: `schema: new schema.Invalidate(User)` on a DELETE endpoint. The entity is
 * named by the answer if that is an object or holds ids, else by the first argument of the call, else by an answer that is nothing but an
 * id. Lists drop it, readers of the entity itself fetch again. Throws `SB_PK_MISSING` if neither names one.
 *
 * Of several kinds – `new schema.Invalidate({ link: Link, post: Post }, 'type')`, `new schema.Invalidate(union)` – the attribute of the answer,
 * else that of the first argument, says which it was.
 */
export class Invalidate<
  S extends EntityClass | EntityMapping | Union = EntityClass,
> extends Polymorphic {
  constructor(
    definition: S,
    ...schemaAttribute: S extends EntityClass | Union
      ? []
      : S extends EntityMapping
        ? [schemaAttribute: SchemaAttribute<S>]
        : []
  ) {
    super(definition, schemaAttribute[0], 'Invalidate');
    const classes: unknown[] = this.isPolymorphic
      ? Object.values(this.schema as object)
      : [this.schema];
    if (!classes.every(isEntity)) {
      throw new StreambedError(
        SB_SCHEMA_INVALID,
        'schema.Invalidate takes an entity class, or a mapping of entities.',
      );
    }
  }

  /** True: an empty answer (204) is fine, the arguments say which entity it was. */
  readonly acceptsEmpty = true;

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const { args } = delegate;
    const entity = this.#entityOf(input, parent, key, args);
    if (!entity) {
      const kinds = Object.keys(this.schema as object).join(', ');
      return delegate.fail(
        'SB_PK_MISSING',
        `Neither answer nor arguments say which of ${kinds} was removed.`,
      );
    }
    const ownPk = (): string | undefined => pkOf(entity, input, parent, key, args);
    // Alone, a text or a number is as often a word of success or a count; as a part of an answer it is an id.
    const isWholeAnswer = delegate.depth === 0;
    const pk =
      (typeof input === 'object' || !isWholeAnswer ? ownPk() : undefined) ??
      pkOfArgument(entity, args[0], args) ??
      ownPk();
    if (pk === undefined) {
      return delegate.fail(
        'SB_PK_MISSING',
        `Neither answer nor arguments say which ${entity.key} was removed.`,
      );
    }
    delegate.invalidate(entity, pk);
    return pk;
  }

  #entityOf(
    input: unknown,
    parent: unknown,
    key: string,
    args: readonly unknown[],
  ): EntityClass | undefined {
    // The casts hold: the constructor takes nothing but entity classes.
    if (!this.isPolymorphic) return this.schema as EntityClass;
    const isObject = typeof input === 'object' && input !== null;
    const named = isObject ? this.mapped(this.attributeOf(input, parent, key)) : undefined;
    return (named ?? this.mapped(this.attributeAlone(args[0]))) as EntityClass | undefined;
  }

  denormalize(_stored: unknown, _delegate: DenormalizeDelegate): undefined {
    return undefined;
  }

  /** A removal cannot be looked up. */
  queryKey(): undefined {
    return undefined;
  }
}

function pkOf(
  entity: EntityClass,
  value: unknown,
  parent: unknown,
  key: string,
  args: readonly unknown[],
): string | undefined {
  if (typeof value !== 'object') return usablePk(value);
  return value === null ? undefined : usablePk(entity.pk(value, parent, key, args), value);
}
