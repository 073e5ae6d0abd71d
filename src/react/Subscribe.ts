/**
 * `subscribe` of `useSyncExternalStore`: calls the listener on changes. Returns the function that
 * unsubscribes.
 */
export type Subscribe = (listener: () => void) => () => void;
