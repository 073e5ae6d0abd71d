import type { ArgsOf, EndpointInterface } from './EndpointInterface.ts';

/**
 * The arguments of an endpoint, or one `null` for "not yet": `ArgsOrNull<typeof getUser>` → `[{ id:
 * string } | null]`. One list where possible, not a union of two: type errors then name the wrong
 * argument.
 */
export type ArgsOrNull<E extends EndpointInterface> = OrNull<ArgsOf<E>>;

/** `OrNull<[]>` → `[nothing?: null]` · `OrNull<[id?: string]>` → `[id?: string | null]` · `OrNull<[a: A, b: B]>` → `[a: A, b: B] | [null]`. */
// Not distributive, and A is part of each branch, so ArgsOf<E> and null are assignable while E is
// not known.
type OrNull<A extends readonly unknown[]> = [A] extends [readonly []]
  ? [...A, nothing?: null]
  : [A] extends [readonly [unknown?]]
    ? { [I in keyof A]: A[I] | null }
    : A | [null];

/**
 * {@link ArgsOrNull} for the form of a hook that takes `null`. `G` are the arguments that a call
 * gives. Without `null` among them the number of arguments is wrong, so compilers leave this form
 * out and report a mistake once, for the other form.
 */
export type ArgsWithNull<E extends EndpointInterface, G extends readonly unknown[]> = [G] extends [
  WithoutNull,
]
  ? Unfit<ArgsOf<E>, G> | Inferred<G>
  : ArgsOrNull<E>;

type WithoutNull = readonly [] | readonly [{} | undefined, ...unknown[]];

/** `Unfit<[id: string], [5]>` → ten arguments · `Unfit<[id: string], []>` → `[id: string]`, which is wrong already. */
type Unfit<
  A extends readonly unknown[],
  G extends readonly unknown[],
> = G['length'] extends A['length'] ? TenNevers : A;

type FiveNevers = [never, never, never, never, never];
type TenNevers = [...FiveNevers, ...FiveNevers];

/** Nothing; makes the compiler infer `G`. */
type Inferred<G> = G extends readonly unknown[] ? never : G;
