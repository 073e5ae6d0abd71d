/**
 * For `static validate`: names the first member of `defaults` that a record does not have, or gives `undefined` if it has all.
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
    // As in merges, undefined says nothing.
    if (!Object.hasOwn(members, name) || members[name] === undefined) {
      return `the member ${name} is missing`;
    }
  }
  return undefined;
}
