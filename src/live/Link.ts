import type { ConnectionError } from './ConnectionError.ts';

/** One connection over one transport. */
export interface Link {
  /** Subscribes to a topic on the server. */
  join(topic: string): void;
  /** Unsubscribes from a topic on the server. */
  leave(topic: string): void;
  /** Makes the server send something. */
  ping(): void;
  /** Closes the connection; no event follows. `isDead`: the server does not respond. */
  close(isDead: boolean): void;
}

/** The events of a link. None follows after `closed` or `close()`. */
export interface LinkEvents {
  readonly opened: () => void;
  /** A message arrived; `topic`: its topic, if the transport knows it. */
  readonly received: (data: unknown, topic?: string) => void;
  readonly closed: (error: ConnectionError) => void;
}

/** Begins a connection; its events come later. Throws if no connection is possible. */
export type OpenLink = (url: string, events: LinkEvents) => Link;
