import { DEVELOPMENT } from '../../shared/development.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import type { NormalizeDelegate } from './Schema.ts';

/**
 * The name of a value's shape in error messages: `null`, `an array`, `a string`,
 * `an instance of a class` …
 */
export function nameOfShape(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (DEVELOPMENT && typeof value === 'string' && /^\s*[[{]/.test(value)) {
    return 'a string that looks like JSON (was it parsed?)';
  }
  if (typeof value !== 'object') return `a ${typeof value}`;
  return isPlainObject(value) ? 'an object' : 'an instance of a class';
}

/** Rejects a response with `SB_ANSWER_SHAPE`: `value` is not what a schema expects. */
export function failOnShape(delegate: NormalizeDelegate, expected: string, value: unknown): never {
  return delegate.fail('SB_ANSWER_SHAPE', `Expected ${expected}, got ${nameOfShape(value)}.`);
}
