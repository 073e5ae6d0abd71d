/**
 * Turns an intersection into one object type, for editors and messages: `Show<{ a: 1 } & { b: 2 }>`
 * → `{ a: 1; b: 2 }`.
 */
export type Show<T> = T extends infer U ? { [K in keyof U]: U[K] } : never;
