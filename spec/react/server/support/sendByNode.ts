import { PassThrough } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server.node';
import { writeWithPayload } from 'streambed/ssr';
import type { Send } from './Sending.ts';

/** Sends a page by `renderToPipeableStream`. */
export const sendByNode: Send = async (store, ui, options = {}) => {
  const target = new PassThrough();
  const chunks: string[] = [];
  const errors: unknown[] = [];
  target.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  const over = new Promise<void>((resolve) => target.on('close', () => resolve()));
  const output = writeWithPayload(target, store, options);
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(ui, {
      onShellReady() {
        pipe(output);
        resolve();
      },
      onShellError: reject,
      onError: (error) => void errors.push(error),
    });
  });
  return { text: () => chunks.join(''), chunks, over, leave: () => target.destroy(), errors };
};
