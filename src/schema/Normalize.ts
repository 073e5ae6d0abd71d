import type { Widen } from './Denormalize.ts';
import type { EntityClass } from './EntityClass.ts';

/**
 * The stored form of a schema: `Normalize<typeof User>` → `string` (the pk) ·
 * `Normalize<[typeof User]>` → `string[]` · `Normalize<{ user: typeof User; next: '' }>` →
 * `{ user: string; next: string }`.
 */
export type Normalize<S> = S extends string | number | boolean
  ? Widen<S>
  : S extends EntityClass
    ? string
    : S extends { normalize(...args: never[]): infer T }
      ? T
      : S extends readonly (infer M)[]
        ? Normalize<M>[]
        : S extends (value: infer V) => unknown
          ? V
          : S extends object
            ? { [N in keyof S]: Normalize<S[N]> }
            : S;
