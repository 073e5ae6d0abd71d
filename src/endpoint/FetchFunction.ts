/** Any function that can fetch: it may return a promise, an observable, an async iterable or a plain value. */
export type FetchFunction = (...args: never[]) => unknown;
