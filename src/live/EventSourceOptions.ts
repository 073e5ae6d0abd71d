import type { HeartbeatOptions, LiveOptions, LiveUrl, UrlContext } from './LiveOptions.ts';

/** The part of the events of an EventSource that a source needs. */
export interface SourceEvent {
  /** The data of the event. */
  readonly data?: unknown;
  readonly lastEventId?: string;
  /**
   * Of errors: the HTTP status, if known. Browsers do not expose it; implementations on top of
   * `fetch` do.
   */
  readonly code?: number;
}

/** The part of an EventSource that a source needs. */
export interface EventSourceLike {
  addEventListener(type: string, listener: (event: SourceEvent) => void): void;
  removeEventListener(type: string, listener: (event: SourceEvent) => void): void;
  close(): void;
}

/** The `EventSource` of a browser, or an implementation on top of `fetch`. */
export type EventSourceConstructor = new (
  url: string,
  init?: { withCredentials?: boolean },
) => EventSourceLike;

/** The number of the try, and where the stream stopped. */
export interface EventUrlContext extends UrlContext {
  /**
   * The id of the last event; `''` before the first event. A server that can resume there needs it
   * in the URL.
   */
  readonly lastEventId: string;
}

/** How an {@link eventSource} behaves. */
export interface EventSourceOptions<M> extends LiveOptions<M> {
  /** The URL of the events. A function is called before each try and may be async. */
  readonly url: LiveUrl<EventUrlContext>;
  /** Whether cookies are sent to other origins. Default false. */
  readonly withCredentials?: boolean;
  /**
   * Detects a dead connection. The server has to send events regularly; comments do not count.
   * Default: no check.
   */
  readonly heartbeat?: HeartbeatOptions;
  /** The constructor. Default: the global `EventSource`, looked up for each connection. */
  readonly EventSource?: EventSourceConstructor;
}
