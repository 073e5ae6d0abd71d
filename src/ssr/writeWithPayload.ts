import type { PartOptions } from './parts.ts';
import { PayloadWriter } from './PayloadWriter.ts';
import type { ServerStore } from './ServerStore.ts';

/** The required members of a Node writable stream, such as a server response. */
export interface WritableTarget {
  write(chunk: Uint8Array): boolean;
  end(...rest: never[]): unknown;
  on(event: 'close', listener: () => void): unknown;
  readonly writableNeedDrain?: boolean;
  readonly destroyed?: boolean;
  /** The stream of an HTTP/2 response. The response is closed when this stream is. */
  readonly stream?: { readonly destroyed: boolean };
}

/**
 * A stream to pipe `renderToPipeableStream` into, in place of `target`: sends each part of the page
 * with the data it was rendered from. Disposes the store when `target` closes, complete or not, or
 * is closed already. Throws `SB_STORE_SHARED` if the store belongs to another response.
 *
 * @example
 * ```tsx
 * const store = createServerStore();
 * const output = writeWithPayload(response, store);
 * const { pipe } = renderToPipeableStream(<App store={store} />, {
 *   onShellReady: () => pipe(output),
 * });
 * ```
 */
export function writeWithPayload<W extends WritableTarget>(
  target: W,
  store: ServerStore,
  options: PartOptions = {},
): W {
  const own = new PayloadTarget(target, new PayloadWriter(store, options));
  const close = (): void => {
    if (own.close()) store.dispose();
    else store.abort();
  };
  target.on('close', close);
  // The connection may have closed before the render; `close` is not emitted again.
  if (target.destroyed || target.stream?.destroyed) close();
  return new Proxy(target, {
    get(_, name) {
      if (name === 'write' || name === 'end') return own[name];
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      // Stream methods need the stream as `this`.
      return name === 'flush' ? own.flush : (member.bind(target) as unknown);
    },
    set: (_, name, value) => Reflect.set(target, name, value, target),
  });
}

/** The part of the stream that React writes to. */
class PayloadTarget {
  readonly #target: WritableTarget & { flush?(): void };
  readonly #writer: PayloadWriter;
  #isScheduled = false;
  #hasEnded = false;
  #mustFlush = false;

  constructor(target: WritableTarget, writer: PayloadWriter) {
    this.#target = target;
    this.#writer = writer;
  }

  readonly write = (chunk: Uint8Array | string): boolean => {
    // A closed target never drains.
    if (this.#hasEnded) return true;
    this.#writer.add(chunk);
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      // React writes a burst without a pause.
      queueMicrotask(this.#sendBurst);
    }
    // False only if the target will emit `drain`.
    return this.#target.writableNeedDrain !== true;
  };

  readonly #sendBurst = (): void => {
    this.#isScheduled = false;
    if (this.#hasEnded) return;
    this.#send(this.#writer.takeBurst());
    if (this.#mustFlush) this.#target.flush?.();
    this.#mustFlush = false;
  };

  /** Flushes after the burst: compressing streams buffer their output. */
  readonly flush = (): void => {
    this.#mustFlush = true;
  };

  readonly end = (): void => {
    if (this.#hasEnded) return;
    this.#send(this.#writer.takeRest());
    this.#hasEnded = true;
    this.#target.end();
  };

  /** Stops writing. Returns whether the page was complete. */
  close(): boolean {
    const wasComplete = this.#hasEnded;
    this.#hasEnded = true;
    return wasComplete;
  }

  #send(chunks: readonly Uint8Array[]): void {
    for (const chunk of chunks) this.#target.write(chunk);
  }
}
