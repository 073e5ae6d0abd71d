import type { ErrorCode } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedError } from './DehydratedState.ts';
import { membersOf, numberOf, textOf } from './valueCodec.ts';

/**
 * The parts of a failure that are safe to send: name, message, `code` and `status`. An error can
 * choose them with `toJSON()`. Other errors of the library get a general message, because theirs
 * may quote a response.
 */
export function packError(error: Error): DehydratedError {
  const { toJSON } = error as { toJSON?: unknown };
  const parts: unknown = typeof toJSON === 'function' ? toJSON.call(error) : generalOf(error);
  const { name, message, code, status } = Object(parts) as Readonly<Record<string, unknown>>;
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : '',
    ...(typeof code === 'string' && { code }),
    ...(Number.isFinite(status) && { status: status as number }),
  };
}

function generalOf(error: Error): object {
  const { name } = error;
  if (!StreambedError.is(error)) {
    const { message, code, status } = error as Error & { code?: unknown; status?: unknown };
    return { name, message, code, status };
  }
  const { code, status } = error as StreambedError & { status?: unknown };
  // The advice follows the code.
  const [advice = ''] = error.message.split(`[${code}]`).slice(-1);
  return { name, message: `It failed. [${code}]${advice}`, code, status };
}

/**
 * Reverses `packError`: a StreambedError if it has one of its codes, but never a subclass. Throws
 * for values that `packError` never makes.
 */
export function unpackError(value: unknown): Error {
  const packed = checked(value);
  const { name, message, code, status } = packed;
  // Includes codes of other versions of the library.
  const error = code?.startsWith('SB_')
    ? new StreambedError(code as ErrorCode, '')
    : new Error(message);
  // Packing it again gives the same.
  Object.defineProperty(error, 'toJSON', { value: () => packed });
  for (const [member, text] of Object.entries({ name, message })) {
    Object.defineProperty(error, member, { value: text, configurable: true, writable: true });
  }
  return Object.assign(error, code !== undefined && { code }, status !== undefined && { status });
}

function checked(value: unknown): DehydratedError {
  const { name, message, code, status } = membersOf(value);
  return {
    name: textOf(name),
    message: textOf(message),
    ...(code !== undefined && { code: textOf(code) }),
    ...(status !== undefined && { status: numberOf(status) }),
  };
}
