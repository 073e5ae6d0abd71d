import type { ConnectionError } from './ConnectionError.ts';

/** One connection over some transport. */
export interface Link {
  /** Asks the server for a topic. */
  join(topic: string): void;
  /** Tells the server that a topic is no longer wanted. */
  leave(topic: string): void;
  /** Has the server say something. */
  ping(): void;
  /** Closes it; nothing more is told. `isDead`: the other side does not answer. */
  close(isDead: boolean): void;
}

/** Who is told what happens to a link. After `closed`, and after `close()`, there is nothing more. */
export interface LinkEvents {
  readonly opened: () => void;
  /** Something arrived; `topic`: what for, where the transport says it. */
  readonly received: (data: unknown, topic?: string) => void;
  readonly closed: (error: ConnectionError) => void;
}

/** Begins a connection. The events come later. Throws where there can be none. */
export type OpenLink = (url: string, events: LinkEvents) => Link;
