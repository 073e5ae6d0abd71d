import { BehaviorSubject } from 'rxjs';
import { fetchFrom } from '../api/fetchFrom.ts';

/**
 * One request of a story. `outcome` is the HTTP status, `aborted`, or `failed` without a response.
 */
export interface RequestEntry {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly outcome: number | 'waiting' | 'aborted' | 'failed';
}

/** Sends a store's requests to the demo API and logs them. */
export class RequestLog {
  /** Newest first. */
  readonly entries$ = new BehaviorSubject<readonly RequestEntry[]>([]);
  private readonly base: string;

  constructor(base: string) {
    this.base = base;
  }

  /** A `fetch` for `createStore({ fetch })` that logs each request. */
  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, this.base);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    // Requests start while a component renders; other components must not update during a render.
    await Promise.resolve();
    const id = this.entries$.getValue().length;
    const path = `${url.pathname}${url.search}`;
    this.entries$.next([{ id, method, path, outcome: 'waiting' }, ...this.entries$.getValue()]);
    try {
      const response = await fetchFrom(this.base)(input, init);
      this.settle(id, response.status);
      return response;
    } catch (error) {
      this.settle(id, init?.signal?.aborted ? 'aborted' : 'failed');
      throw error;
    }
  };

  private settle(id: number, outcome: RequestEntry['outcome']): void {
    this.entries$.next(
      this.entries$.getValue().map((entry) => (entry.id === id ? { ...entry, outcome } : entry)),
    );
  }
}
