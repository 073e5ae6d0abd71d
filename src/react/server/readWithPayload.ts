import { PayloadWriter } from './PayloadWriter.ts';
import type { PartOptions } from './parts.ts';
import type { ServerStore } from './createServerStore.ts';

/** A chunk that React has written already arrives within this many microtasks. */
const TURNS = 10;

/**
 * The stream of `renderToReadableStream` with the data that each part of the page was rendered
 * from. Disposes the store when the stream ends or is cancelled. Throws `SB_STORE_SHARED` if the
 * store belongs to another response.
 *
 * @example
 * ```tsx
 * const store = createServerStore({ signal: request.signal });
 * const stream = await renderToReadableStream(<App store={store} />, { signal: request.signal });
 * return new Response(readWithPayload(stream, store), { headers: { 'content-type': 'text/html' } });
 * ```
 */
export function readWithPayload(
  stream: ReadableStream<Uint8Array>,
  store: ServerStore,
  options: PartOptions = {},
): ReadableStream<Uint8Array> {
  const writer = new PayloadWriter(store, options);
  const reader = stream.getReader();
  /** The pending read. */
  let next: Promise<ReadableStreamReadResult<Uint8Array>> | undefined;

  /** Reads one burst: all chunks that are available. Resolves with true if it was the last one. */
  const readBurst = async (): Promise<boolean> => {
    for (let isFirst = true; ; isFirst = false) {
      next ??= reader.read();
      if (!isFirst && !(await isAvailable(next))) return false;
      const { done, value } = await next;
      next = undefined;
      if (done) return true;
      writer.add(value);
    }
  };

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const isLast = await readBurst();
        const chunks = isLast ? writer.takeRest() : writer.takeBurst();
        for (const chunk of chunks) controller.enqueue(chunk);
        if (!isLast) return;
        store.dispose();
        controller.close();
      } catch (error) {
        store.dispose();
        throw error;
      }
    },
    async cancel(reason) {
      store.abort();
      await reader.cancel(reason);
    },
  });
}

/** Whether a chunk arrives without waiting: React writes a burst without a pause. */
function isAvailable(next: Promise<unknown>): Promise<boolean> {
  const yes = (): boolean => true;
  return Promise.race([next.then(yes, yes), afterTurns(TURNS)]);
}

async function afterTurns(count: number): Promise<false> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
  return false;
}
