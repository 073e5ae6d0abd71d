/** Which row comes first: below 0 for `a`, above 0 for `b`, 0 where that is left to the keys. Has to depend on the rows only. */
export type Comparator<V> = (a: V, b: V) => number;
