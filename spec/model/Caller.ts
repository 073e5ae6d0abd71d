import type { Request } from './Request.ts';

/** Who waits for a request of his own accord, and may abort. */
export interface Caller {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly controller: AbortController;
  hasAborted: boolean;
}

/** Somebody who waits for a request. */
export function callerOf(request: Request): Caller {
  const controller = new AbortController();
  return { request, controller, signal: controller.signal, hasAborted: false };
}
