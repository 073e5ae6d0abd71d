import { createApi } from '../../../../stories/api/createApi.ts';
import type { Faults } from '../../../../stories/api/Faults.ts';
import type { Recorder } from './Recorder.ts';

/** The demo API in this page: a `fetch` that sends nothing, and the faults of the API. */
export function demoApi(recorder: Recorder): { fetch: typeof fetch; faults: Faults } {
  const { app, state } = createApi();
  return {
    faults: state.faults,
    async fetch(input, init) {
      const request = new Request(
        input instanceof Request ? input : new URL(input, document.baseURI),
        init,
      );
      const { pathname, search } = new URL(request.url);
      const record = recorder.requestStarted(`${request.method} ${pathname}${search}`);
      try {
        const response = await unlessAborted(app.fetch(request), request.signal);
        recorder.requestEnded(record, response.status);
        return response;
      } catch (error) {
        recorder.requestEnded(record, request.signal.aborted ? 'aborted' : 'failed');
        throw error;
      }
    },
  };
}

function unlessAborted<T>(response: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    Promise.resolve(response).then(resolve, reject);
  });
}
