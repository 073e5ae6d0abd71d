/** Runs a function that stands as the schema of a member. `Date` called without `new` would ignore the value and tell the time. */
export function deserialize(schema: (value: never) => unknown, stored: unknown): unknown {
  // The casts hold: what a member holds is what its function was declared for.
  return (schema as unknown) === Date ? new Date(stored as string) : schema(stored as never);
}
