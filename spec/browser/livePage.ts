import {
  type ConnectionState,
  eventSource,
  type LiveSource,
  webSocketSource,
} from 'streambed/live';

/** The messages that the page has received from a source, for the spec. */
export interface Heard {
  readonly messages: unknown[];
  readonly states: ConnectionState[];
  reconnects: number;
  stop(): void;
}

function hear(source: LiveSource<unknown>, topic: string): Heard {
  const heard: Heard = { messages: [], states: [], reconnects: 0, stop: () => {} };
  const subscriptions = [
    source.connection$.subscribe((state) => heard.states.push(state)),
    source.reconnected$.subscribe(() => heard.reconnects++),
    source.topic(topic).subscribe((message) => heard.messages.push(message)),
  ];
  heard.stop = () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
  return heard;
}

/** Subscribes with the EventSource of the browser. */
export function hearEvents(url: string, topic: string): Heard {
  return hear(
    eventSource({
      url: ({ lastEventId }) => `${url}?after=${lastEventId}`,
      delay: 10,
      maxDelay: 20,
    }),
    topic,
  );
}

/** Subscribes with the WebSocket of the browser. */
export function hearSocket(url: string, topic: string): Heard {
  return hear(
    webSocketSource<{ readonly symbol?: string }>({
      url,
      topics: {
        of: ({ symbol }) => symbol,
        join: (join) => ({ join }),
        leave: (leave) => ({ leave }),
      },
      delay: 10,
      maxDelay: 20,
    }),
    topic,
  );
}
