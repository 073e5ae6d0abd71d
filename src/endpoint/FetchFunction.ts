/**
 * Any function that can fetch: it may return a promise, an observable, an async iterable or a plain value. `never` stands
 * for every list of arguments, alternatives included.
 */
export type FetchFunction = (...args: never) => unknown;
