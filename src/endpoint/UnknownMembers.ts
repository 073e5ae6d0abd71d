/**
 * Lets functions in options read members of the same options through `this`, as unknown: TypeScript
 * cannot infer their types while it checks those functions. Subclasses and later `extend` calls see
 * the types.
 */
export interface UnknownMembers {
  readonly [name: string]: unknown;
}
