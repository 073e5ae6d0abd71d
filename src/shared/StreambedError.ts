import { DEVELOPMENT } from './development.ts';
import { type ErrorCode, fixes } from './errorCatalogue.ts';

const BRAND = Symbol.for('streambed.error');

/**
 * Base of all errors the library makes. `code` is permanent; `message` says what happened to which
 * endpoint, key or entity and how to fix it. `StreambedError.is(e)` also recognises errors of another
 * copy of the library (ESM beside CJS), which `instanceof` does not.
 */
export class StreambedError extends Error {
  override readonly name: string = 'StreambedError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, what: string, options?: { cause?: unknown }) {
    super(`${what} [${code}]${DEVELOPMENT ? ` ${fixes[code]}` : ''}`, options);
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for every StreambedError, whichever copy of the library made it. */
  static is(value: unknown): value is StreambedError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
