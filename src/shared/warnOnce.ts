import { DEVELOPMENT } from './development.ts';
import { type ErrorCode, fixes } from './errorCatalogue.ts';

const said = new Set<string>();

/**
 * Prints a warning with its code and its fix, once per text and in development only. `what` says
 * what happened to which class or endpoint. It contains no data, so the set of texts is bounded by
 * the source.
 */
export function warnOnce(code: ErrorCode, what: string): void {
  if (!DEVELOPMENT || said.has(what)) return;
  said.add(what);
  console.warn(`streambed: ${what} [${code}] ${fixes[code]}`);
}
