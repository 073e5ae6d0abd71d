/** Whether a row is one of those asked for. Has to depend on the row only: what else it depends on comes as a stream of predicates. */
export type Predicate<K, V> = (value: V, key: K) => boolean;
