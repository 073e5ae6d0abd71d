import { createStore, type Interceptor, UploadEndpoint } from 'streambed';

const authorize: Interceptor = (request, next) =>
  next({ ...request, headers: { ...request.headers, authorization: 'Bearer 1' } });

const anyBody: unknown = '';

/** Uploads a text or a form. Resolves with the response or the error, and the reported progress. */
export async function upload(
  urlPrefix: string,
  kind: 'text' | 'form',
  size: number,
  abortAfter?: number,
) {
  const seen: [number, number][] = [];
  const controller = new AbortController();
  const send = new UploadEndpoint({
    path: '/files',
    urlPrefix,
    method: 'POST',
    body: anyBody,
    signal: controller.signal,
    onProgress: (sent: number, total: number) => seen.push([sent, total]),
  });
  const store = createStore({ interceptors: [authorize] });
  const text = 'x'.repeat(size);
  const form = new FormData();
  form.append('file', new Blob([text]));
  if (abortAfter !== undefined) setTimeout(() => controller.abort(), abortAfter);
  const outcome = await store
    .fetch(send, kind === 'form' ? form : text)
    .catch((error: Error & { code?: unknown }) =>
      typeof error.code === 'string' ? error.code : error.name,
    );
  store.dispose();
  return { outcome, seen };
}
