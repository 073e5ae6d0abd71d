import { createStore, NetworkError, RestEndpoint, type RestOptions } from 'streambed';

/** An endpoint that reports the progress of an upload. docs/endpoints.md links to it. */
export class UploadEndpoint<O extends RestOptions> extends RestEndpoint<O> {
  onProgress = (_sent: number, _total: number): void => {};

  override fetchResponse(url: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { name: endpoint, method, context } = this;
      request.open(method, url);
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        this.onProgress(loaded, total),
      );
      request.addEventListener('error', () =>
        reject(new NetworkError({ endpoint, method, url, status: 0 })),
      );
      request.addEventListener('load', () => {
        const { status, statusText, responseText } = request;
        const headers = { 'content-type': request.getResponseHeader('content-type') ?? '' };
        const body = [204, 205, 304].includes(status) ? null : responseText;
        resolve(new Response(body, { status, statusText, headers }));
      });
      context?.signal.addEventListener('abort', () => {
        request.abort();
        reject(context.signal.reason as Error);
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
