/**
 * A normalized value with the schema and args it is read with. Garbage collection starts from
 * roots.
 */
export interface Root {
  readonly schema: unknown;
  readonly stored: unknown;
  /** Default: none. */
  readonly args?: readonly unknown[];
}
