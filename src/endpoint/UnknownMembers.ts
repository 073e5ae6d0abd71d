/**
 * Members that options add may be read through `this` in functions of the same options, with type unknown: TypeScript
 * cannot infer them while it is still looking at those functions. Subclasses and later `extend` calls see their types.
 */
export interface UnknownMembers {
  readonly [name: string]: unknown;
}
