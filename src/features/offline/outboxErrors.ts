import { packValue } from '../../shared/codec/valueCodec.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

/** The failure of a mutation whose args cannot be stored; `undefined` if they can. */
export function argsProblem(name: string, args: readonly unknown[]): StreambedError | undefined {
  try {
    packValue(args, 'The argument');
    return undefined;
  } catch (cause) {
    return notStored('SB_ARGS_UNSUPPORTED', name, cause);
  }
}

/** The failure of the storage to take a mutation. */
export function outboxFull(name: string, cause: unknown): StreambedError {
  return notStored('SB_OUTBOX_FULL', name, cause);
}

/** The failure of a stored mutation without an endpoint. `cause`: why it has no other name. */
export function unknownMutation(name: string, cause: unknown): StreambedError {
  const what = `${name}: the option mutations of offline has no endpoint of this name.`;
  return new StreambedError('SB_MUTATION_UNKNOWN', what, { cause });
}

/** The failure of a mutation that was tried for too long. */
export function expired(name: string, cause?: Error): StreambedError {
  const what = `${name}: the mutation was tried for longer than maxAge.`;
  return new StreambedError('SB_MUTATION_EXPIRED', what, { cause });
}

function notStored(
  code: 'SB_ARGS_UNSUPPORTED' | 'SB_OUTBOX_FULL',
  name: string,
  cause: unknown,
): StreambedError {
  return new StreambedError(code, `${name}: the mutation is sent without being stored.`, { cause });
}
