import type { Denormalize, Widen } from './Denormalize.ts';
import type { ObjectSchema } from './ObjectSchema.ts';
import type { EntityClass } from './Schema.ts';

/**
 * The type that a look-up in the cache returns: `Denormalize<S>`, or `undefined` if the cache has
 * no data. Each member of an object may be missing on its own:
 * `DenormalizeNullable<{ user: typeof User; next: '' }>` →
 * `{ user: User | undefined; next: string } | undefined`.
 */
export type DenormalizeNullable<S> =
  S extends ObjectSchema<infer M>
    ? DenormalizeNullable<M>
    : S extends EntityClass | { denormalize(...args: never[]): unknown } | readonly unknown[]
      ? Denormalize<S> | undefined
      : S extends (value: never) => unknown
        ? Denormalize<S> | undefined
        : S extends object
          ? { [N in keyof S]: DenormalizeNullable<S[N]> } | undefined
          : Widen<S>;
