import type { DenormalizeDelegate, EntityClass, NormalizeDelegate } from './Schema.ts';
import { pkOfArgument, pkOfCall, pkOfPart } from './entity/usablePk.ts';
import { type AttributeArgs, type EntityMapping, Polymorphic } from './Polymorphic.ts';
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
  constructor(definition: S, ...[schemaAttribute]: AttributeArgs<S>) {
    super(definition, schemaAttribute, 'Invalidate');
  }

  /** True: an empty response (204) is valid, because the arguments name the entity. */
  readonly acceptsEmpty = true;

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    const { args, parentArgs } = delegate;
    const named =
      this.mapped(this.attributeOf(input, parent, key)) ??
      this.mapped(this.attributeAlone(args[0]));
    // The cast holds: the mapping has entity classes only.
    const classes = named ? [named as EntityClass] : this.entities();
    // A text or number alone may be a message or a count. As a part of a response it is an id.
    const isId = typeof input === 'object' || delegate.depth > 0;
    const removed = classes.flatMap((entity) => {
      const ownPk = (): string | undefined => pkOfPart(entity, input, parent, key, args);
      const pk =
        (isId ? ownPk() : undefined) ??
        pkOfCall(entity, args, parentArgs) ??
        ownPk() ??
        // There is only one entity of some classes.
        pkOfArgument(entity, {}, args);
      return pk === undefined ? [] : [{ entity, pk }];
    });
    // Classes with one key share the entity.
    const known = removed.filter(({ entity, pk }, at) => {
      const isSame = (other: (typeof removed)[number]): boolean =>
        other.pk === pk && other.entity.key === entity.key;
      return delegate.getEntity(entity.key, pk) && removed.findIndex(isSame) === at;
    });
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
    for (const { entity, pk } of gone) delegate.invalidate(entity, pk, input);
    return gone[0].pk;
  }

  denormalize(_stored: unknown, _delegate: DenormalizeDelegate): undefined {
    return undefined;
  }

  /** A removal cannot be looked up. */
  queryKey(): undefined {
    return undefined;
  }
}
