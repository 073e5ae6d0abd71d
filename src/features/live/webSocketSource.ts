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

/** How listeners are added to a socket and removed. */
export interface SocketListening {
  (type: 'open', listener: () => void): void;
  (type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  (type: 'error', listener: (event: object) => void): void;
  (
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}

/** The part of a WebSocket that a source needs. */
export interface SocketLike {
  binaryType: string;
  addEventListener: SocketListening;
  removeEventListener: SocketListening;
  send(data: string | ArrayBuffer): void;
  close(code?: number): void;
  /** Closes the socket without waiting for the server, as the package `ws` can. */
  terminate?(): void;
}

/** The `WebSocket` of a browser, or that of the package `ws`. */
export type SocketConstructor = new (url: string, protocols?: string | string[]) => SocketLike;

/**
 * How topics are joined and left on the server. What `join` and `leave` return is sent: text and
 * binary data as they are, anything else as JSON.
 */
export interface TopicOptions<M> {
  /** The topic of a message; `undefined`: none. */
  of(message: M): string | undefined;
  /** The message that joins a topic; sent again after each reconnect. Default: nothing is sent. */
  readonly join?: ((topic: string) => unknown) | undefined;
  /** The message that leaves a topic. Default: nothing is sent. */
  readonly leave?: ((topic: string) => unknown) | undefined;
}

/** How a quiet socket is checked, and with which message. */
export interface SocketHeartbeat<M> extends HeartbeatOptions {
  /**
   * The message that makes the server respond. Default: none; the server sends messages regularly.
   */
  readonly message?: unknown;
  /**
   * Whether a message only responds to the heartbeat: no subscriber gets it. Default: none does.
   */
  readonly isAnswer?: ((message: M) => boolean) | undefined;
}

/** How a {@link webSocketSource} behaves. */
export interface WebSocketOptions<M> extends LiveOptions<M> {
  /** The URL of the socket: `wss://…`. A function is called before each try and may be async. */
  readonly url: LiveUrl<UrlContext>;
  /** Sub-protocols. Default none. */
  readonly protocols?: string | readonly string[] | undefined;
  /** How messages belong to topics. Default: there are no topics. */
  readonly topics?: TopicOptions<M> | undefined;
  /** Detects a dead connection. Default: no check. */
  readonly heartbeat?: SocketHeartbeat<M> | undefined;
  /** The constructor. Default: the global `WebSocket`, looked up for each connection. */
  readonly WebSocket?: SocketConstructor | undefined;
}

/**
 * Close codes after which the server would refuse the same connection again: those of the protocol,
 * and those that servers use for a denied access.
 */
const FINAL: readonly (number | undefined)[] = [
  1002, 1003, 1007, 1008, 1010, 4001, 4003, 4400, 4401, 4403,
];

/**
 * A source of messages over one shared WebSocket. The first subscriber opens it, the last one
 * closes it. A lost connection is made again after a random pause (full jitter). `M` is the type of
 * a message. Throws `SB_OPTION_INVALID`.
 *
 * Subscribers get an error, a `ConnectionError`, only if the connection is not made again: by
 * default after the close codes 1002, 1003, 1007, 1008, 1010, 4001, 4003, 4400, 4401 and 4403.
 *
 * @example
 * ```ts
 * const socket = webSocketSource<{ symbol: string; price: number }>({
 *   url: async () => `wss://api.example/prices?token=${await freshToken()}`,
 *   topics: { of: ({ symbol }) => symbol, join: (symbol) => ({ join: symbol }), leave: (symbol) => ({ leave: symbol }) },
 * });
 * const getPrice = new Endpoint((symbol: string) => socket.topic(symbol), { name: 'getPrice', schema: Price });
 * ```
 */
export function webSocketSource<M = unknown>(options: WebSocketOptions<M>): LiveSource<M> {
  const { url, topics, heartbeat } = options;
  const settings = connectionSettings('webSocketSource', options, {
    url: typeof url === 'function' ? url : () => url,
    topicOf: (message) => topics?.of(message),
    isPong: (message) => heartbeat?.isAnswer?.(message) === true,
    isFinal: ({ closeCode }) => FINAL.includes(closeCode),
    heartbeat,
  });
  return new LiveConnection(settings, (to, events) => openSocket(to, events, options));
}

function openSocket<M>(
  url: string,
  events: LinkEvents,
  {
    protocols,
    topics,
    heartbeat,
    // The cast holds: it is the platform's own class.
    WebSocket = platformClass('webSocketSource', 'WebSocket') as SocketConstructor,
  }: WebSocketOptions<M>,
): Link {
  // A copy: the types of some platforms want a mutable array.
  const mutable = typeof protocols === 'object' ? [...protocols] : protocols;
  const socket = new WebSocket(url, mutable);
  socket.binaryType = 'arraybuffer';
  let cause: unknown;
  const onMessage = ({ data }: { readonly data: unknown }): void => events.received(data);
  // A close event follows. The cause is all that is known about the failure.
  const onError = (event: { readonly error?: unknown }): void => void (cause = event.error);
  const onClose = ({ code, reason }: { readonly code: number; readonly reason: string }): void =>
    events.closed(new ConnectionError({ url, what: 'was closed', closeCode: code, reason, cause }));
  socket.addEventListener('open', events.opened);
  socket.addEventListener('message', onMessage);
  socket.addEventListener('error', onError);
  socket.addEventListener('close', onClose);
  const send = (message: unknown): void => {
    if (message !== undefined) socket.send(asData(message));
  };
  return {
    join: (topic) => send(topics?.join?.(topic)),
    leave: (topic) => send(topics?.leave?.(topic)),
    ping: () => send(heartbeat?.message),
    close(isDead) {
      // Closing a socket that is still connecting emits an error event, which needs its listener.
      socket.removeEventListener('open', events.opened);
      socket.removeEventListener('message', onMessage);
      socket.removeEventListener('close', onClose);
      if (isDead && socket.terminate) socket.terminate();
      else socket.close(1000);
    },
  };
}

function asData(message: unknown): string | ArrayBuffer {
  const isBinary = ArrayBuffer.isView(message) || message instanceof ArrayBuffer;
  // The cast holds: sockets accept views of buffers too.
  if (typeof message === 'string' || isBinary) return message as string | ArrayBuffer;
  return JSON.stringify(message);
}
