import { EndpointFunction } from '../endpoint/EndpointFunction.ts';
import type { RequestContext } from '../endpoint/RequestContext.ts';
import { safeRedirects } from '../endpoint/safeRedirects.ts';
import { combineSignals } from './combineSignals.ts';
import { encodeBody } from './encodeBody.ts';
import { headerRecord } from './headerRecord.ts';
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
    const signal = combineSignals(signalOf(this), init.signal);
    const fetch = this.context?.fetch ?? safeRedirects(globalThis.fetch);
    try {
      return await fetch(url, signal ? { ...init, signal } : init);
    } catch (error) {
      throw requestFailure(
        error,
        { endpoint: this.name, method: init.method ?? 'GET', url },
        signal,
      );
    }
  }

  errorPolicy(error: unknown): 'soft' | 'hard' | undefined {
    const status = (error as { status?: unknown } | null | undefined)?.status;
    return typeof status === 'number' && (status === 0 || status >= 500) ? 'soft' : 'hard';
  }
}

/** Aborts with the request or with the endpoint's own signal. */
export function signalOf({ context, signal }: HttpEndpoint): AbortSignal | undefined {
  return combineSignals(context?.signal, signal);
}

/** The request except its URL. `headers` are the defaults. */
export async function requestInitOf(
  endpoint: HttpEndpoint,
  method: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<RequestInit> {
  const { requestInit, name } = endpoint;
  const encoded = encodeBody(body, name);
  const given = {
    ...(encoded.contentType && { 'content-type': encoded.contentType }),
    ...headers,
    ...headerRecord(requestInit?.headers),
  };
  return {
    ...requestInit,
    method,
    headers: headerRecord(await endpoint.getHeaders(given)),
    ...(encoded.body !== undefined && { body: encoded.body }),
    ...(encoded.isStream && { duplex: 'half' }),
  };
}
