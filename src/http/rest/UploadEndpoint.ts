import { combineSignals } from './HttpEndpoint.ts';
import { requestFailure } from './readResponse.ts';
import { RestEndpoint } from './RestEndpoint.ts';
import type { RestOptions } from './RestOptions.ts';

/** The options of {@link UploadEndpoint}. */
export interface UploadOptions extends RestOptions {
  /**
   * Called while the body is sent: the bytes sent so far, and their number in total; 0 while that
   * is unknown. A request that is sent again starts anew.
   */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined;
}

/**
 * A `RestEndpoint` that reports the progress of an upload. It sends by `XMLHttpRequest`, since
 * `fetch` does not report it, with the headers of interceptors; aborts, time limits, errors and
 * responses are those of any endpoint. Without `XMLHttpRequest` (Node), and for streams, it sends by
 * `fetch`, without progress.
 *
 * @example
 * ```ts
 * const upload = new UploadEndpoint({ path: '/files', method: 'POST', body: {} as FormData });
 * await store.fetch(upload.extend({ onProgress: (sent: number, total: number) => show(sent / total) }), form);
 * ```
 */
export class UploadEndpoint<O extends UploadOptions = UploadOptions> extends RestEndpoint<O> {
  // No initializer: it would win over the option.
  declare readonly onProgress?: UploadOptions['onProgress'];

  override fetchResponse(url: string, init: RequestInit): Promise<Response> {
    const isStream = typeof init.body === 'object' && init.body && 'getReader' in init.body;
    if (typeof XMLHttpRequest !== 'function' || isStream) return super.fetchResponse(url, init);
    const { method = 'GET', headers, credentials, body } = init;
    const signal = combineSignals(this.context?.signal, this.signal, init.signal);
    const fail = (cause: unknown): unknown =>
      requestFailure(cause, { endpoint: this.name, method, url, signal });
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = (): void => {
        request.abort();
        // A signal may abort with any value, as in `fetch`.
        reject(signal?.reason);
      };
      if (signal?.aborted) return abort();
      request.open(method, url);
      // React Native's Response reads a buffer as Latin-1; the one of jsdom knows no other Blob.
      request.responseType =
        globalThis.navigator?.product === 'ReactNative' ? 'blob' : 'arraybuffer';
      request.withCredentials = credentials === 'include';
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        this.onProgress?.(loaded, total),
      );
      const lost = new TypeError('The connection failed.');
      request.addEventListener('error', () => reject(fail(lost)));
      request.addEventListener('load', () => resolve(responseOf(request)));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      signal?.addEventListener('abort', abort);
      // The cast holds: streams are sent by `fetch`.
      request.send(body as XMLHttpRequestBodyInit);
    });
  }
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText, response } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const at = line.indexOf(': ');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2));
  }
  // Responses with these statuses must not have a body, not even an empty one.
  const body = [204, 205, 304].includes(status) ? null : (response as ArrayBuffer);
  return new Response(body, { status, statusText, headers });
}
