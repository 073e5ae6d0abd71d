/**
 * For `static validate`: returns a message about the first member of `defaults` that a record
 * lacks, or `undefined` if it has all.
 *
 * @example
 * ```ts
 * static validate(record: object) {
 *   return validateRequired(record, this.defaults);
 * }
 * ```
 */
export function validateRequired(record: object, defaults: object): string | undefined {
  const members = record as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(defaults)) {
    // As in merges, undefined counts as missing.
    if (!Object.hasOwn(members, name) || members[name] === undefined) {
      return `the member ${name} is missing`;
    }
  }
  return undefined;
}
