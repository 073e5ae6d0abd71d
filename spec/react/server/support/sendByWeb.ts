// First: React reads `MessageChannel` when it loads.
import { channels } from './channels.ts';
import { renderToReadableStream } from 'react-dom/server.browser';
import { readWithPayload } from 'streambed/ssr';
import type { Send } from './Sending.ts';

afterAll(() => {
  for (const { port1 } of channels) port1.close();
});

/** Sends a page by `renderToReadableStream`. */
export const sendByWeb: Send = async (store, ui, options = {}) => {
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(ui, {
    onError: (error) => void errors.push(error),
  });
  const reader = readWithPayload(stream, store, options).getReader();
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  const over = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      chunks.push(decoder.decode(value));
    }
  })();
  return { text: () => chunks.join(''), chunks, over, leave: () => void reader.cancel(), errors };
};
