/**
 * `T` without the members `K`; unknown if none is left: `Without<{ schema: S; token: string },
 * 'schema'>` → `{ token: string }`.
 */
export type Without<T, K> = Exclude<keyof T, K> extends never ? unknown : Omit<T, K & keyof T>;
