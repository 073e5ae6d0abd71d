import type { Request } from '../model/Request.ts';

/** A caller that waits for a request of its own and may abort. */
export interface Caller {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly controller: AbortController;
  hasAborted: boolean;
}

/** Makes a caller that waits for a request. */
export function callerOf(request: Request): Caller {
  const controller = new AbortController();
  return { request, controller, signal: controller.signal, hasAborted: false };
}
