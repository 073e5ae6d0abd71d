/** What AsyncStorage, MMKV, `localStorage` or a folder of files has. Each may be sync or async. */
export interface KeyValue {
  get(key: string): MaybePromise<string | null | undefined>;
  set(key: string, text: string): unknown;
  delete(key: string): unknown;
  /** The keys of everything, in any order. */
  keys(): MaybePromise<Iterable<string>>;
}

type MaybePromise<T> = T | Promise<T>;
