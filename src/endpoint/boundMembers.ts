interface Bindable {
  fetch(...args: unknown[]): unknown;
  key(...args: unknown[]): string;
  testKey(key: string): boolean;
}

/**
 * The options for an extension of `target` whose first arguments are `given`. `fetch` runs with
 * `thisArg`, or with the extension if `thisArg` is null or undefined.
 */
export function boundMembers(target: Bindable, thisArg: unknown, given: readonly unknown[]) {
  return {
    fetch(this: unknown, ...args: unknown[]): unknown {
      return target.fetch.apply(thisArg ?? this, [...given, ...args]);
    },
    key(this: unknown, ...args: unknown[]): string {
      return target.key.apply(this, [...given, ...args]);
    },
    testKey(this: unknown, key: string): boolean {
      return target.testKey.call(this, key);
    },
  };
}
