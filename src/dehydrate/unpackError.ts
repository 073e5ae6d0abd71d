import type { ErrorCode } from '../shared/ErrorCode.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedError } from './DehydratedState.ts';

/** The error that was told of: a StreambedError if it has one of its codes, but of no subclass. */
export function unpackError(told: DehydratedError): Error {
  const { name, message, code } = told;
  const error = isErrorCode(code) ? new StreambedError({ code, fix: '' }, '') : new Error(message);
  // Packed once more, it says the same.
  Object.defineProperty(error, 'toJSON', { value: () => told });
  for (const [member, value] of Object.entries({ name, message })) {
    Object.defineProperty(error, member, { value, configurable: true, writable: true });
  }
  const { status } = told;
  return Object.assign(error, code !== undefined && { code }, status !== undefined && { status });
}

/** Codes of other versions of the library count. */
function isErrorCode(code: string | undefined): code is ErrorCode {
  return code?.startsWith('SB_') === true;
}
