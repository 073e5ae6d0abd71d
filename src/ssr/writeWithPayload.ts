import { PayloadWriter } from './PayloadWriter.ts';
import type { PartOptions } from './partProps.ts';
import type { ServerStore } from './ServerStore.ts';

/** What is needed of a writable stream of Node, such as the response of a server. */
export interface WritableTarget {
  write(chunk: Uint8Array): boolean;
  end(...rest: never[]): unknown;
  on(event: 'close', listener: () => void): unknown;
  readonly writableNeedDrain?: boolean;
}

/**
 * A stream to pipe `renderToPipeableStream` into, in place of `target`: each part of the page is sent with the data it was rendered from. When `target`
 * closes, done or not, the store is disposed. Throws `SB_STORE_SHARED`.
 *
 * @example
 * ```tsx
 * const store = createServerStore();
 * const { pipe } = renderToPipeableStream(<App store={store} />, {
 *   onShellReady: () => pipe(writeWithPayload(response, store)),
 * });
 * ```
 */
export function writeWithPayload<W extends WritableTarget>(
  target: W,
  store: ServerStore,
  options: PartOptions = {},
): W {
  const writer = new PayloadWriter(store, options);
  let isWaiting = false;
  let isOver = false;
  const send = (chunks: readonly Uint8Array[]): void => {
    for (const chunk of chunks) target.write(chunk);
  };
  target.on('close', () => {
    isOver = true;
    store.dispose();
  });
  const write = (chunk: Uint8Array | string): boolean => {
    writer.add(chunk);
    if (!isWaiting) {
      isWaiting = true;
      // React writes a burst without a pause.
      queueMicrotask(() => {
        isWaiting = false;
        if (!isOver) send(writer.takeBurst());
      });
    }
    // Otherwise there would be no `drain` to wait for.
    return target.writableNeedDrain !== true;
  };
  const end = (chunk?: Uint8Array | string): void => {
    if (chunk) writer.add(chunk);
    if (!isOver) send(writer.takeRest());
    isOver = true;
    target.end();
  };
  const own: Readonly<Record<PropertyKey, unknown>> = { write, end };
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(own, name)) return own[name];
      const member: unknown = Reflect.get(target, name, target);
      // Methods of streams want the stream itself.
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
