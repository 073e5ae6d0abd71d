/**
 * Runs the function that is the schema of a member. `Date` called without `new` would ignore the
 * value and return the current time.
 */
export function deserialize(schema: (value: never) => unknown, stored: unknown): unknown {
  // The casts hold: the function is declared for the member's stored value.
  return (schema as unknown) === Date ? new Date(stored as string) : schema(stored as never);
}
