import type { HeartbeatOptions, LiveOptions, LiveUrl, UrlContext } from './LiveOptions.ts';

/** How a socket is listened to. */
export interface SocketListening {
  (type: 'open', listener: () => void): void;
  (type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  (type: 'error', listener: (event: object) => void): void;
  (
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}

/** What a source needs of a WebSocket. */
export interface SocketLike {
  binaryType: string;
  addEventListener: SocketListening;
  removeEventListener: SocketListening;
  send(data: string | ArrayBuffer): void;
  close(code?: number): void;
  /** Closes it without waiting for the other side, as the package `ws` can. */
  terminate?(): void;
}

/** The `WebSocket` of a browser, or that of the package `ws`. */
export type SocketConstructor = new (url: string, protocols?: string | string[]) => SocketLike;

/** How a server is told of topics. What the functions give is sent: texts and binary data as they are, all else as JSON. */
export interface TopicOptions<M> {
  /** The topic of a message; `undefined`: of none. */
  of(message: M): string | undefined;
  /** What asks for a topic; sent again after each reconnect. Default: nothing is sent. */
  join?(topic: string): unknown;
  /** What says that a topic is no longer wanted. Default: nothing is sent. */
  leave?(topic: string): unknown;
}

/** How often a quiet socket is looked at, and what is asked. */
export interface SocketHeartbeat<M> extends HeartbeatOptions {
  /** What is sent to have the server say something. Default: nothing; the server speaks by itself. */
  readonly message?: unknown;
  /** Whether a message is only the answer to it: it is given to nobody. Default: none is. */
  readonly isAnswer?: (message: M) => boolean;
}

/** How a {@link webSocketSource} behaves. */
export interface WebSocketOptions<M> extends LiveOptions<M> {
  /** Where the socket leads to: `wss://…`. A function is asked before each try and may be async. */
  readonly url: LiveUrl<UrlContext>;
  /** Sub-protocols. Default none. */
  readonly protocols?: string | readonly string[];
  /** How messages belong to topics. Default: there are none. */
  readonly topics?: TopicOptions<M>;
  /** Finds out that a connection is dead. Default: nobody looks. */
  readonly heartbeat?: SocketHeartbeat<M>;
  /** Makes sockets. Default: the global `WebSocket`, looked up for each. */
  readonly WebSocket?: SocketConstructor;
}
