import { DEVELOPMENT } from './development.ts';

const said = new Set<string>();

/**
 * Prints a warning once per text, in development only. The set of texts is bounded by the source.
 */
export function warnOnce(text: string): void {
  if (!DEVELOPMENT || said.has(text)) return;
  said.add(text);
  console.warn(`streambed: ${text}`);
}
