import type { Bounds } from './Backend.ts';
import type { StoredKey } from './Storage.ts';

// Keys as texts that sort as the lists of texts sort. The separator is less than every character.

const SEPARATOR = '\u0001';
const ESCAPE = '\u0002';

/**
 * A separator in a text would end it, databases end texts at NUL, and UTF-8 has no lone surrogates.
 * These characters sort before all others.
 */
const UNSAFE = /\p{Cc}|\p{Surrogate}/gu;

export function keyText(key: StoredKey): string {
  return typeof key === 'string' ? escaped(key) : key.map(escaped).join(SEPARATOR);
}

export function keyOf(text: string): StoredKey {
  const parts = text.split(SEPARATOR).map(unescaped);
  return parts.length === 1 ? parts.join() : parts;
}

/** The texts between which all keys of a group are, both excluded. */
export function boundsOf(prefix: readonly string[]): Bounds {
  const group = keyText(prefix);
  return prefix.length > 0 ? [group, group + ESCAPE] : [];
}

function escaped(text: string): string {
  return text.replace(UNSAFE, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

function unescaped(text: string): string {
  const [start = '', ...rest] = text.split(ESCAPE);
  const units = rest.map(
    (part) => String.fromCharCode(parseInt(part.slice(0, 4), 16)) + part.slice(4),
  );
  return start + units.join('');
}
