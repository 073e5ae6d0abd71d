import { PassThrough } from 'node:stream';
import type { ReactElement } from 'react';
import * as browserServer from 'react-dom/server.browser';
import { renderToPipeableStream } from 'react-dom/server.node';
import { readWithPayload, type ServerStore, writeWithPayload } from 'streambed/ssr';

/** A page that is being sent. */
export interface Sending {
  /** What has arrived so far. */
  text(): string;
  /** What arrived last, in one go each. */
  readonly chunks: readonly string[];
  /** Resolves when all has arrived. */
  readonly over: Promise<void>;
  /** Whoever reads it goes away. */
  leave(): void;
  /** What React has reported. */
  readonly errors: unknown[];
}

/** Sends a page as one of the two kinds of streams. */
export type Send = (
  store: ServerStore,
  ui: ReactElement,
  options?: { nonce?: string },
) => Promise<Sending>;

export const sendByNode: Send = async (store, ui, options = {}) => {
  const target = new PassThrough();
  const chunks: string[] = [];
  const errors: unknown[] = [];
  target.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  const over = new Promise<void>((resolve) => target.on('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(ui, {
      onShellReady() {
        pipe(writeWithPayload(target, store, options));
        resolve();
      },
      onShellError: reject,
      onError: (error) => void errors.push(error),
    });
  });
  return { text: () => chunks.join(''), chunks, over, leave: () => target.destroy(), errors };
};

export const sendByWeb: Send = async (store, ui, options = {}) => {
  const errors: unknown[] = [];
  const stream = await browserServer.renderToReadableStream(ui, {
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

/** Lets React and the streams do what they have to. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
}

/** The states of the parts of a page, in their order. */
export function partsIn(html: string): unknown[] {
  const parts = html.matchAll(
    /<script type="application\/json" data-streambed="\d+"[^>]*>(.*?)<\/script>/gs,
  );
  return [...parts].map(([, text]) => JSON.parse(text) as unknown);
}
