import type { PartOptions } from './parts.ts';
import { PayloadWriter } from './PayloadWriter.ts';
import type { ServerStore } from './createServerStore.ts';

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
  const writer = new PayloadWriter(store, options);
  let isScheduled = false;
  let hasEnded = false;
  let mustFlush = false;
  const send = (chunks: readonly Uint8Array[]): void => {
    for (const chunk of chunks) target.write(chunk);
  };
  const sendBurst = (): void => {
    isScheduled = false;
    if (hasEnded) return;
    send(writer.takeBurst());
    if (mustFlush) (target as { flush?(): void }).flush?.();
    mustFlush = false;
  };
  /** The members that React writes with. */
  const own = {
    write(chunk: Uint8Array | string): boolean {
      // A closed target never drains.
      if (hasEnded) return true;
      writer.add(chunk);
      // React writes a burst without a pause.
      if (!isScheduled) queueMicrotask(sendBurst);
      isScheduled = true;
      // False only if the target will emit `drain`.
      return target.writableNeedDrain !== true;
    },
    end(): void {
      if (hasEnded) return;
      send(writer.takeRest());
      hasEnded = true;
      target.end();
    },
    /** Flushes after the burst: compressing streams buffer their output. */
    flush(): void {
      mustFlush = true;
    },
  };
  const close = (): void => {
    if (hasEnded) store.dispose();
    else store.abort();
    hasEnded = true;
  };
  target.on('close', close);
  // The connection may have closed before the render; `close` is not emitted again.
  if (target.destroyed || target.stream?.destroyed) close();
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      // Stream methods need the stream as `this`.
      return Object.hasOwn(own, name) ? own[name as keyof typeof own] : member.bind(target);
    },
    set: (_, name, value) => Reflect.set(target, name, value, target),
  });
}
