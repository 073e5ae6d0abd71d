import { templateOf } from './templateOf.ts';

/** What decides which argument of a call is the body. */
interface Sender {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Methods that never send a body. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * Tells parameters and body of a call apart. An endpoint takes a body if its method has one and `body` is not declared
 * as undefined. Two arguments are parameters and body; one is the body, except where the path needs parameters.
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
