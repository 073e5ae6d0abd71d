/**
 * Orders two rows: below 0 if `a` comes first, above 0 if `b` does, 0 to order them by key. Must
 * depend on the rows only.
 */
export type Comparator<V> = (a: V, b: V) => number;
