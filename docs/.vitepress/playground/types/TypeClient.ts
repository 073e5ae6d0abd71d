import type { Found, Question, Response, WorkerMessage } from './messages.ts';
import { data as files } from './typeFiles.data.ts';

/** Asks TypeScript about programs, in a worker. The page has one. */
class TypeClient {
  readonly #worker = new Worker(new URL('./typeWorker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, (found: Response['found']) => void>();
  #count = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data: { id, found } }: MessageEvent<Response>) => {
      this.#waiting.get(id)?.(found);
      this.#waiting.delete(id);
    });
    this.#send({ files });
  }

  ask<About extends Question['about']>(
    question: Question & { readonly about: About },
  ): Promise<Found[About]> {
    const id = this.#count++;
    this.#send({ ...question, id });
    return new Promise((resolve) => {
      // The cast holds: the worker finds what the question is about.
      this.#waiting.set(id, resolve as (found: Response['found']) => void);
    });
  }

  #send(message: WorkerMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    this.#worker.postMessage(message);
  }
}

export const typeClient = new TypeClient();
