import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedError } from './DehydratedState.ts';

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
