/** A stored value and the schema and arguments it is read with: garbage collection starts from these. */
export interface Root {
  readonly schema: unknown;
  readonly stored: unknown;
  /** The arguments of the reader; default: none. */
  readonly args?: readonly unknown[];
}
