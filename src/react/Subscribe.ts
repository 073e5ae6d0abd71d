/** What useSyncExternalStore takes: calls the listener on changes; gives the function that ends it. */
export type Subscribe = (listener: () => void) => () => void;
