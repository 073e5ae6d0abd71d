import { ConnectionError } from './ConnectionError.ts';
import { type Link, type LinkEvents, LiveConnection } from './LiveConnection.ts';
import {
  connectionSettings,
  type HeartbeatOptions,
  type LiveOptions,
  type LiveUrl,
  type UrlContext,
} from './LiveOptions.ts';
import { platformClass } from './platformClass.ts';
import type { LiveSource } from './LiveSource.ts';

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
  readonly withCredentials?: boolean | undefined;
  /**
   * Detects a dead connection. The server has to send events regularly; comments do not count.
   * Default: no check.
   */
  readonly heartbeat?: HeartbeatOptions | undefined;
  /** The constructor. Default: the global `EventSource`, looked up for each connection. */
  readonly EventSource?: EventSourceConstructor | undefined;
}

/** HTTP statuses after which a new try would be refused as well. Browsers do not expose them. */
const FINAL: readonly (number | undefined)[] = [204, 401, 403];

/**
 * A source of server-sent events over one shared connection. The first subscriber opens it, the
 * last one closes it. A lost connection is made again after a random pause (full jitter) instead of
 * the fixed one of browsers. Topics are the names of events; `messages$` emits the events without a
 * name. `M` is the type of a message. Throws `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const events = eventSource<Todo>({ url: ({ lastEventId }) => `/todos/events?after=${lastEventId}` });
 * const plugin = applyMessages(events, (store, todo) => store.set(Todo, todo));
 * ```
 */
export function eventSource<M = unknown>(options: EventSourceOptions<M>): LiveSource<M> {
  const { url, heartbeat } = options;
  let lastEventId = '';
  const settings = connectionSettings('eventSource', options, {
    url: (context) => (typeof url === 'function' ? url({ ...context, lastEventId }) : url),
    topicOf: () => undefined,
    isPong: () => false,
    isFinal: ({ closeCode }) => FINAL.includes(closeCode),
    heartbeat,
  });
  const connection = new LiveConnection(settings, (to, events) =>
    openEvents(to, options, {
      ...events,
      received(event, topic) {
        const { data, lastEventId: id = '' } = event as SourceEvent;
        if (id !== '') lastEventId = id;
        events.received(data, topic);
      },
    }),
  );
  const { messages$, topic, connection$, reconnected$ } = connection;
  const restart = (): void => {
    // A new session starts at the beginning of the stream.
    lastEventId = '';
    connection.restart();
  };
  return { messages$, topic, connection$, reconnected$, restart };
}

function openEvents<M>(
  url: string,
  {
    withCredentials = false,
    // The cast holds: it is the platform's own class.
    EventSource = platformClass('eventSource', 'EventSource') as EventSourceConstructor,
  }: EventSourceOptions<M>,
  events: LinkEvents,
): Link {
  const source = new EventSource(url, { withCredentials });
  /** Adds a listener; the returned function removes it. */
  const on = (type: string, listener: (event: SourceEvent) => void): (() => void) => {
    source.addEventListener(type, listener);
    return () => source.removeEventListener(type, listener);
  };
  const removes = [
    // Events of the server may have these names too. Only those of the connection have no data.
    on('open', ({ data }) => {
      if (data === undefined) events.opened();
    }),
    on('message', (event) => events.received(event)),
    on('error', ({ data, code }) => {
      if (data !== undefined) return;
      source.close();
      events.closed(new ConnectionError({ url, what: 'was lost', closeCode: code }));
    }),
  ];
  const topics = new Map<string, () => void>();
  return {
    join(topic) {
      // A second listener would deliver each event twice, and nothing would remove the first one.
      if (topics.has(topic)) return;
      const remove = on(topic, (event) => {
        if (event.data !== undefined) events.received(event, topic);
      });
      topics.set(topic, remove);
    },
    leave(topic) {
      topics.get(topic)?.();
      topics.delete(topic);
    },
    ping: () => {},
    close() {
      for (const remove of [...removes, ...topics.values()]) remove();
      source.close();
    },
  };
}
