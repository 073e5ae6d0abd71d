import type { DenormalizeDelegate, EntityClass, NormalizeDelegate } from './Schema.ts';
import { pkOfArgument, usablePk } from './usablePk.ts';
import { type EntityMapping, Polymorphic, type SchemaAttribute } from './Polymorphic.ts';
import type { Union } from './Union.ts';

/**
 * The response schema of a request that removes an entity: `schema: new schema.Invalidate(User)` on
 * a DELETE endpoint. The response names the entity if it is an object or contains ids; else the
 * first argument of the call; else a response that is nothing but an id. Lists drop the entity, and
 * observers of the entity itself fetch it again. Throws `SB_PK_MISSING` if neither names one.
 *
 * With several classes – `new schema.Invalidate({ link: Link, post: Post }, 'type')`,
 * `new schema.Invalidate(union)` – the attribute of the response or else of the first argument
 * chooses the class. Without either, the one entity in the cache with the primary key is removed.
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
  }

  /** True: an empty response (204) is valid, because the arguments name the entity. */
  readonly acceptsEmpty = true;

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const { args } = delegate;
    // A text or number alone may be a message or a count. As a part of a response it is an id.
    const isId = typeof input === 'object' || delegate.depth > 0;
    const removed = this.#classes(input, parent, key, args).flatMap((entity) => {
      const ownPk = (): string | undefined => pkOf(entity, input, parent, key, args);
      const pk = (isId ? ownPk() : undefined) ?? pkOfArgument(entity, args[0], args) ?? ownPk();
      return pk === undefined ? [] : [{ entity, pk }];
    });
    const known = removed.filter(({ entity, pk }) => delegate.getEntity(entity.key, pk));
    if (removed.length === 0 || known.length > 1) {
      const which = this.isPolymorphic
        ? `of ${Object.keys(this.schema as object).join(', ')}`
        : this.entities()[0].key;
      return delegate.fail(
        'SB_PK_MISSING',
        `Neither the response nor the arguments say which ${which} was removed.`,
      );
    }
    // If none is known, a response to an earlier request may still bring it.
    const gone = known.length > 0 ? known : removed;
    for (const { entity, pk } of gone) delegate.invalidate(entity, pk);
    return gone[0].pk;
  }

  /** The class that is named; all classes if none is. */
  #classes(
    input: unknown,
    parent: unknown,
    key: string,
    args: readonly unknown[],
  ): readonly EntityClass[] {
    if (!this.isPolymorphic) return this.entities();
    const isObject = typeof input === 'object' && input !== null;
    const named =
      (isObject ? this.mapped(this.attributeOf(input, parent, key)) : undefined) ??
      this.mapped(this.attributeAlone(args[0]));
    // The cast holds: the mapping has entity classes only.
    return named ? [named as EntityClass] : this.entities();
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
