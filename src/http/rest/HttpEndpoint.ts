import { EndpointFunction } from '../../data/endpoint/EndpointFunction.ts';
import type { RequestContext } from '../../data/endpoint/RequestContext.ts';
import { safeRedirects } from '../../data/endpoint/safeRedirects.ts';
import { headersFor } from '../../shared/web/headersFor.ts';
import { requestFailure } from './readResponse.ts';

/** An endpoint that sends one HTTP request for each call. */
export class HttpEndpoint extends EndpointFunction {
  declare readonly requestInit?: RequestInit | undefined;
  declare readonly signal?: AbortSignal | undefined;
  declare readonly schema?: unknown;
  declare readonly context?: RequestContext | undefined;

  getHeaders(headers: Readonly<Record<string, string>>): Promise<HeadersInit> | HeadersInit {
    return headers;
  }

  async fetchResponse(url: string, init: RequestInit): Promise<Response> {
    const { context } = this;
    const signal = combineSignals(context?.signal, this.signal, init.signal);
    const fetch = context?.fetch ?? safeRedirects(globalThis.fetch);
    try {
      return await fetch(url, signal ? { ...init, signal } : init);
    } catch (error) {
      throw requestFailure(error, {
        endpoint: this.name,
        method: init.method ?? 'GET',
        url,
        signal,
      });
    }
  }

  errorPolicy(error: unknown): 'soft' | 'hard' | undefined {
    const status = (error as { status?: unknown } | null | undefined)?.status;
    return typeof status === 'number' && (status === 0 || status === 304 || status >= 500)
      ? 'soft'
      : 'hard';
  }
}

/** The request of an endpoint with the headers of interceptors. */
export function withContextHeaders({ context }: HttpEndpoint, init: RequestInit): RequestInit {
  return { ...init, headers: headersFor(init.body, init.headers, context?.headers) };
}

/**
 * Returns a signal that aborts with the first of the given ones, for the same reason; undefined if
 * none is given. Uses `AbortSignal.any` if the platform has it.
 */
export function combineSignals(
  ...given: readonly (AbortSignal | null | undefined)[]
): AbortSignal | undefined {
  const signals: AbortSignal[] = [];
  for (const signal of given) if (signal && !signals.includes(signal)) signals.push(signal);
  if (signals.length < 2) return signals[0];
  if (typeof AbortSignal.any === 'function') return AbortSignal.any(signals);
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    // The controller's signal removes the listener, so a long-lived signal does not collect
    // listeners.
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
