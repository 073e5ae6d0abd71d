import { createStore, NetworkError, RestEndpoint, type RestOptions } from 'streambed';

/** The recipe of docs/endpoints.md, copied. */
export class UploadEndpoint<O extends RestOptions> extends RestEndpoint<O> {
  onProgress = (_sent: number, _total: number): void => {};

  override fetchResponse(url: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const failed = (cause: unknown) =>
        reject(
          new NetworkError({ endpoint: this.name, method: this.method, url, status: 0, cause }),
        );
      request.open(this.method, url);
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.responseType = 'text';
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        this.onProgress(loaded, total),
      );
      request.addEventListener('error', failed);
      request.addEventListener('load', () => {
        const { status, statusText, responseText } = request;
        const headers = { 'content-type': request.getResponseHeader('content-type') ?? '' };
        const body = [204, 205, 304].includes(status) ? null : responseText;
        resolve(new Response(body, { status, statusText, headers }));
      });
      const signal = this.context?.signal;
      signal?.addEventListener('abort', () => {
        request.abort();
        reject(signal.reason as Error);
      });
      request.send(init.body as XMLHttpRequestBodyInit);
    });
  }
}

/** Uploads some letters. Resolves with the response or the error, and the reported progress. */
export async function sendLetters(urlPrefix: string, count: number, abortAfter?: number) {
  const seen: [number, number][] = [];
  const controller = new AbortController();
  const upload = new UploadEndpoint({
    path: '/files',
    urlPrefix,
    method: 'POST',
    body: '',
  }).extend({
    signal: controller.signal,
    onProgress: (sent: number, total: number) => seen.push([sent, total]),
  });
  const store = createStore();
  if (abortAfter !== undefined) setTimeout(() => controller.abort(), abortAfter);
  const outcome = await store
    .fetch(upload, 'x'.repeat(count))
    .catch((error: Error & { code?: unknown }) =>
      typeof error.code === 'string' ? error.code : error.name,
    );
  store.dispose();
  return { outcome, seen };
}
