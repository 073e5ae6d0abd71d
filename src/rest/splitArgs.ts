import { templateOf } from './parsePath.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { tagOf } from '../shared/tagOf.ts';

/** The members that decide which argument of a call is the body. */
interface Sender {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Methods that never send a body. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * Splits the arguments of a call into parameters and body. An endpoint takes a body if its method
 * has one and `body` is not declared as undefined. Two arguments are parameters and body. One
 * argument is the body, unless the path requires parameters.
 */
export function splitArgs(
  endpoint: Sender,
  args: readonly unknown[],
): { readonly params: unknown; readonly body: unknown } {
  const takesBody =
    !WITHOUT_BODY.has(endpoint.method) && !('body' in endpoint && endpoint.body === undefined);
  const [first, body] = args;
  if (!takesBody) return { params: first, body: undefined };
  const isBody = args.length < 2 && templateOf(endpoint).required.size === 0;
  return isBody ? { params: undefined, body: first } : { params: first, body };
}

/**
 * The parameters of a call as an object; an empty one for undefined and null. Throws
 * `SB_KEY_UNSUPPORTED` for values that would lose their content: primitives, arrays, dates, maps,
 * FormData and the like.
 */
export function membersOf(params: unknown, owner: string): Readonly<Record<string, unknown>> {
  const members = params ?? {};
  const tag = tagOf(members);
  // An object with this tag keeps its content in its members.
  if (tag === 'Object') return members as Record<string, unknown>;
  throw new StreambedError(
    'SB_KEY_UNSUPPORTED',
    `Endpoint "${owner}": parameters must be an object like { id: 1 }, not a value of type ${tag}.`,
  );
}
