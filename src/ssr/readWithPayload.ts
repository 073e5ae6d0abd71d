import { PayloadWriter } from './PayloadWriter.ts';
import type { PartOptions } from './partProps.ts';
import type { ServerStore } from './ServerStore.ts';

/** What is at hand has come after so many turns of the queue of microtasks. */
const TURNS = 10;

/**
 * What `renderToReadableStream` gives, with the data that each part of the page was rendered from. When it was read to its end or is cancelled, the store is
 * disposed. Throws `SB_STORE_SHARED`.
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
  /** A read that is waited for. */
  let next: Promise<ReadableStreamReadResult<Uint8Array>> | undefined;

  /** Reads one burst: until nothing more is at hand. Says whether it was the last one. */
  const readBurst = async (): Promise<boolean> => {
    for (let isFirst = true; ; isFirst = false) {
      next ??= reader.read();
      if (!isFirst && !(await isAtHand(next))) return false;
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

/** Whether something is there without waiting: React writes a burst without a pause. */
function isAtHand(next: Promise<unknown>): Promise<boolean> {
  const there = (): boolean => true;
  return Promise.race([next.then(there, there), afterTurns(TURNS)]);
}

async function afterTurns(count: number): Promise<false> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
  return false;
}
