import type { ArgsOf, EndpointInterface } from './EndpointInterface.ts';

/**
 * The arguments of an endpoint, or one `null` for "not yet": `ArgsOrNull<typeof getUser>` → `[{ id:
 * string } | null]`. One list where possible, not a union of two: type errors then name the wrong
 * argument.
 */
export type ArgsOrNull<E extends EndpointInterface> = OrNull<ArgsOf<E>>;

/** `OrNull<[]>` → `[nothing?: null]` · `OrNull<[id?: string]>` → `[id?: string | null]` · `OrNull<[a: A, b: B]>` → `[a: A, b: B] | [null]`. */
type OrNull<A extends readonly unknown[]> = A extends readonly []
  ? [nothing?: null]
  : A extends readonly [unknown?]
    ? { [I in keyof A]: A[I] | null }
    : A | [null];
