import type { ErrorCode } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedError } from './DehydratedState.ts';

/** The error that was packed: a StreambedError if it has one of its codes, but never a subclass. */
export function unpackError(packed: DehydratedError): Error {
  const { name, message, code } = packed;
  const error = isErrorCode(code) ? new StreambedError(code, '') : new Error(message);
  // Packing it again gives the same.
  Object.defineProperty(error, 'toJSON', { value: () => packed });
  for (const [member, value] of Object.entries({ name, message })) {
    Object.defineProperty(error, member, { value, configurable: true, writable: true });
  }
  const { status } = packed;
  return Object.assign(error, code !== undefined && { code }, status !== undefined && { status });
}

/** Includes codes of other versions of the library. */
function isErrorCode(code: string | undefined): code is ErrorCode {
  return code?.startsWith('SB_') === true;
}
