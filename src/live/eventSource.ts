import { SB_OPTION_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { ConnectionError } from './ConnectionError.ts';
import { connectionSettings } from './connectionSettings.ts';
import type {
  EventSourceConstructor,
  EventSourceOptions,
  SourceEvent,
} from './EventSourceOptions.ts';
import type { Link, LinkEvents } from './Link.ts';
import { LiveConnection } from './LiveConnection.ts';
import type { LiveSource } from './LiveSource.ts';

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
  { withCredentials = false, EventSource = globalSource() }: EventSourceOptions<M>,
  events: LinkEvents,
): Link {
  const source = new EventSource(url, { withCredentials });
  const named = new Map<string, (event: SourceEvent) => void>();
  const onMessage = (event: SourceEvent): void => events.received(event);
  const onError = ({ code }: SourceEvent): void => {
    source.close();
    events.closed(new ConnectionError({ url, what: 'was lost', closeCode: code }));
  };
  source.addEventListener('open', events.opened);
  source.addEventListener('message', onMessage);
  source.addEventListener('error', onError);
  const leave = (topic: string): void => {
    const listener = named.get(topic);
    if (listener) source.removeEventListener(topic, listener);
    named.delete(topic);
  };
  return {
    join(topic) {
      const listener = (event: SourceEvent): void => events.received(event, topic);
      named.set(topic, listener);
      source.addEventListener(topic, listener);
    },
    leave,
    ping: () => {},
    close() {
      source.removeEventListener('open', events.opened);
      source.removeEventListener('message', onMessage);
      source.removeEventListener('error', onError);
      for (const topic of [...named.keys()]) leave(topic);
      source.close();
    },
  };
}

function globalSource(): EventSourceConstructor {
  const { EventSource } = globalThis as { readonly EventSource?: EventSourceConstructor };
  if (EventSource) return EventSource;
  throw new StreambedError(
    SB_OPTION_INVALID,
    'eventSource: this platform has no global EventSource; pass one in the option EventSource.',
  );
}
