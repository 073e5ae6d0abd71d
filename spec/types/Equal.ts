/** True if the types are the same, not only assignable to each other. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only for `true`: `check<Equal<A, B>>()`. */
export function check<_IsTrue extends true>(): void {}
