import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedError } from './DehydratedState.ts';

/**
 * What may be told of a failure in another place: name, message, `code` and `status`. Where an error says itself what is safe to send, by
 * `toJSON()`, that counts; other errors of the library are told in general, because their messages may quote an answer.
 */
export function packError(error: Error): DehydratedError {
  const { toJSON } = error as { toJSON?: unknown };
  const told: unknown = typeof toJSON === 'function' ? toJSON.call(error) : generalOf(error);
  const { name, message, code, status } = Object(told) as Readonly<Record<string, unknown>>;
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
  // What to do about it stands behind what happened.
  const [advice = ''] = error.message.split(`[${code}]`).slice(-1);
  return { name, message: `It failed. [${code}]${advice}`, code, status };
}
