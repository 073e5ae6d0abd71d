import type { Observable } from 'rxjs';

/**
 * The state of a live connection. `idle`: no subscribers, no connection. `connecting`: it is
 * opening. `open`: it is open. `waiting`: it was lost, and a pause runs before the next try.
 * `paused`: the page is not in use.
 */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'paused';

/**
 * Messages of a server over one shared connection. The first subscriber opens it, the last one
 * closes it; in between it reconnects when it is lost.
 */
export interface LiveSource<M> {
  /**
   * All messages of the connection. Errors only with a final `ConnectionError`, or if no connection
   * is possible at all.
   */
  readonly messages$: Observable<M>;
  /**
   * The messages of one topic. The first subscriber joins the topic on the server, the last one
   * leaves it. Errors as `messages$` does.
   */
  topic(name: string): Observable<M>;
  /**
   * The state of the connection: the current one at once, then every change. Does not connect, and
   * never ends.
   */
  readonly connection$: Observable<ConnectionState>;
  /**
   * Emits when the connection is open again and all topics were joined again: messages may have
   * been missed. Does not connect.
   */
  readonly reconnected$: Observable<void>;
  /**
   * Replaces the connection, if there is one, by a new one with a new `url`: for log-in and
   * log-out. After a connection was closed for good, `applyMessages` subscribes again, and others may.
   */
  restart(): void;
}
