/**
 * Any function that fetches. It may return a promise, an observable, an async iterable or a plain
 * value. `never` accepts every list of arguments, unions included.
 */
export type FetchFunction = (...args: never) => unknown;
