import type { Observable } from 'rxjs';

/**
 * What a live connection is doing. `idle`: nobody listens, there is none. `connecting`: it is being made. `open`: it is there. `waiting`: it was
 * lost and is made again after a pause. `paused`: the page is not in use.
 */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'paused';

/**
 * Messages of a server over one connection. It is made with the first subscriber to any of its messages, shared by all, made again when it is
 * lost, and closed with the last.
 */
export interface LiveSource<M> {
  /** The messages of the connection. It errors only with a `ConnectionError` that is final, or where no connection can be made at all. */
  readonly messages$: Observable<M>;
  /** The messages of one topic. The server is told of the first subscriber and of the last. Errors as `messages$` does. */
  topic(name: string): Observable<M>;
  /** What the connection is doing: at once, then every change. Does not connect, and never ends. */
  readonly connection$: Observable<ConnectionState>;
  /** Emits when the connection is there again and all topics have been asked for again: messages may have been missed. Does not connect. */
  readonly reconnected$: Observable<void>;
  /** Makes the connection anew where there is one, with a `url` that is asked for anew: for log-in and log-out. */
  restart(): void;
}
