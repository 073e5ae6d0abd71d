import type { Entity } from './Entity.ts';
import type { EntityMeta } from './EntityMeta.ts';
import type { NormalizeDelegate, QueryDelegate } from './Schema.ts';

/** The static side of {@link Entity}: what `class User extends Entity` has. `I` is the instance. */
export interface EntityStatics {
  readonly key: string;
  readonly schema: { readonly [member: string]: unknown };
  readonly indexes: readonly string[];
  pk(value: object, parent?: unknown, key?: string, args?: readonly unknown[]): unknown;
  process(
    input: object,
    parent: unknown,
    key: string,
    args: readonly unknown[],
  ): object | undefined;
  merge(existing: object, incoming: object): object;
  mergeWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: object,
    incoming: object,
  ): object;
  mergeMetaWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: object,
    incoming: object,
  ): EntityMeta;
  validate(processed: object): string | undefined;
  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown;
  queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined;
}

/** The type of an entity class, abstract ones included. */
export type EntityClass<I extends Entity = Entity> = EntityStatics & {
  readonly prototype: I;
} & (abstract new (...args: never[]) => I);
