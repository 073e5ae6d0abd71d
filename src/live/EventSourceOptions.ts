import type { HeartbeatOptions, LiveOptions, LiveUrl, UrlContext } from './LiveOptions.ts';

/** What a source needs of the events of an EventSource. */
export interface SourceEvent {
  /** What was sent. */
  readonly data?: unknown;
  readonly lastEventId?: string;
  /** Of errors: the HTTP status, where it is known. Browsers do not tell it, readers that go by `fetch` do. */
  readonly code?: number;
}

/** What a source needs of an EventSource. */
export interface EventSourceLike {
  addEventListener(type: string, listener: (event: SourceEvent) => void): void;
  removeEventListener(type: string, listener: (event: SourceEvent) => void): void;
  close(): void;
}

/** The `EventSource` of a browser, or one that reads by `fetch`. */
export type EventSourceConstructor = new (
  url: string,
  init?: { withCredentials?: boolean },
) => EventSourceLike;

/** Which try to connect a URL is for, and where the stream was left. */
export interface EventUrlContext extends UrlContext {
  /** The id of the last event; `''`: there was none. Servers that can go on from there need it in the URL. */
  readonly lastEventId: string;
}

/** How an {@link eventSource} behaves. */
export interface EventSourceOptions<M> extends LiveOptions<M> {
  /** Where the events come from. A function is asked before each try and may be async. */
  readonly url: LiveUrl<EventUrlContext>;
  /** Whether cookies go along to other origins. Default false. */
  readonly withCredentials?: boolean;
  /** Finds out that a connection is dead; the server has to send events by itself, comments are not seen. Default: nobody looks. */
  readonly heartbeat?: HeartbeatOptions;
  /** Makes event sources. Default: the global `EventSource`, looked up for each. */
  readonly EventSource?: EventSourceConstructor;
}
