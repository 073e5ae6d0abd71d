/**
 * `O` with the members of `X` replacing its own: `Replaced<{ a: 1; b: 1 }, { b: 2 }>` → `{ a: 1; b:
 * 2 }`.
 */
export type Replaced<O, X> = {
  [N in keyof O | keyof X]: N extends keyof X ? X[N] : N extends keyof O ? O[N] : never;
};
