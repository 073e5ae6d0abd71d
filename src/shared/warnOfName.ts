import { isMisspelling } from './isMisspelling.ts';
import { warnOnce } from './warnOnce.ts';

/**
 * Warns of the name of an option that looks like another one: misspelled, or only its beginning.
 * `isStrict`: also of any other name that is not `known`. Call it in development only.
 */
export function warnOfName(
  name: string,
  known: readonly string[],
  subject: string,
  isStrict = false,
): void {
  if (known.includes(name)) return;
  const isBeginning = (other: string): boolean => name.length > 5 && other.startsWith(name);
  const meant = known.find((other) => isMisspelling(name, other) || isBeginning(other));
  if (meant === undefined && !isStrict) return;
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  warnOnce('SB_OPTION_UNKNOWN', `${subject}: "${name}" is no option.${hint}`);
}
