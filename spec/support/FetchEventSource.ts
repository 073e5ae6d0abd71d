import type { EventSourceLike, SourceEvent } from '../../src/features/live/eventSource.ts';

type Listener = (event: SourceEvent) => void;

/**
 * An EventSource over `fetch`, for platforms without one. Errors have the status; it does not
 * reconnect by itself.
 */
export class FetchEventSource implements EventSourceLike {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #controller = new AbortController();

  constructor(url: string) {
    this.#read(url).then(
      () => this.#emit('error', {}),
      () => this.#emit('error', {}),
    );
  }

  addEventListener(type: string, listener: Listener): void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  close(): void {
    this.#controller.abort();
  }

  async #read(url: string): Promise<void> {
    const { signal } = this.#controller;
    const { status, body } = await fetch(url, { signal });
    if (status !== 200 || !body) {
      this.#emit('error', { code: status });
      return;
    }
    this.#emit('open', {});
    let text = '';
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#dispatch(block);
    }
  }

  #dispatch(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
    );
    if (!fields.has('data')) return;
    const event = { data: fields.get('data'), lastEventId: fields.get('id') ?? '' };
    this.#emit(fields.get('event') ?? 'message', event);
  }

  #emit(type: string, event: SourceEvent): void {
    if (this.#controller.signal.aborted) return;
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event);
  }
}
