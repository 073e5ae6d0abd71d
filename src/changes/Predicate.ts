/**
 * Whether a row belongs to the result. Must depend on the row only: pass a stream of predicates for
 * anything else it depends on.
 */
export type Predicate<K, V> = (value: V, key: K) => boolean;
