/**
 * `T` whose members may be missing or undefined: `Optional<{ a: 1 }>` → `{ a?: 1 | undefined }`. For
 * methods, which stay methods: a function may declare a narrower parameter.
 */
export type Optional<T> = { readonly [N in keyof T]?: T[N] | undefined };

/** `T` after its defaults are filled in: `Defaulted<{ a?: 1 | undefined }>` → `{ a: 1 }`. */
export type Defaulted<T> = { readonly [N in keyof T]-?: Exclude<T[N], undefined> };
