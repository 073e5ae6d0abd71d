import type { PartOptions } from './partProps.ts';
import { PayloadWriter } from './PayloadWriter.ts';
import type { ServerStore } from './ServerStore.ts';

/** What is needed of a writable stream of Node, such as the response of a server. */
export interface WritableTarget {
  write(chunk: Uint8Array): boolean;
  end(...rest: never[]): unknown;
  on(event: 'close', listener: () => void): unknown;
  readonly writableNeedDrain?: boolean;
  readonly destroyed?: boolean;
  /** A response of HTTP/2 is closed when its stream is. */
  readonly stream?: { readonly destroyed: boolean };
}

/**
 * A stream to pipe `renderToPipeableStream` into, in place of `target`: each part of the page is sent with the data it was rendered from. When `target`
 * closes, complete or not, or has closed before, the store is disposed. Throws `SB_STORE_SHARED`.
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
  // The visitor may have left before the page was rendered; `close` does not come again.
  if (target.destroyed || target.stream?.destroyed) close();
  return new Proxy(target, {
    get(_, name) {
      if (name === 'write' || name === 'end') return own[name];
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      // Methods of streams want the stream itself.
      return name === 'flush' ? own.flush : (member.bind(target) as unknown);
    },
    set: (_, name, value) => Reflect.set(target, name, value, target),
  });
}

/** What React is given to write to. */
class PayloadTarget {
  readonly #target: WritableTarget & { flush?(): void };
  readonly #writer: PayloadWriter;
  #isWaiting = false;
  #isOver = false;
  #mustFlush = false;

  constructor(target: WritableTarget, writer: PayloadWriter) {
    this.#target = target;
    this.#writer = writer;
  }

  readonly write = (chunk: Uint8Array | string): boolean => {
    // A closed target never drains.
    if (this.#isOver) return true;
    this.#writer.add(chunk);
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      // React writes a burst without a pause.
      queueMicrotask(this.#sendBurst);
    }
    // Otherwise there would be no `drain` to wait for.
    return this.#target.writableNeedDrain !== true;
  };

  readonly #sendBurst = (): void => {
    this.#isWaiting = false;
    if (this.#isOver) return;
    this.#send(this.#writer.takeBurst());
    if (this.#mustFlush) this.#target.flush?.();
    this.#mustFlush = false;
  };

  /** Streams that compress hold back what they have. */
  readonly flush = (): void => {
    this.#mustFlush = true;
  };

  readonly end = (): void => {
    if (this.#isOver) return;
    this.#send(this.#writer.takeRest());
    this.#isOver = true;
    this.#target.end();
  };

  /** Writes nothing from then on. Says whether the page was complete. */
  close(): boolean {
    const wasOver = this.#isOver;
    this.#isOver = true;
    return wasOver;
  }

  #send(chunks: readonly Uint8Array[]): void {
    for (const chunk of chunks) this.#target.write(chunk);
  }
}
