import type { HeartbeatOptions, LiveOptions, LiveUrl, UrlContext } from './LiveOptions.ts';

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
  join?(topic: string): unknown;
  /** The message that leaves a topic. Default: nothing is sent. */
  leave?(topic: string): unknown;
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
  readonly isAnswer?: (message: M) => boolean;
}

/** How a {@link webSocketSource} behaves. */
export interface WebSocketOptions<M> extends LiveOptions<M> {
  /** The URL of the socket: `wss://…`. A function is called before each try and may be async. */
  readonly url: LiveUrl<UrlContext>;
  /** Sub-protocols. Default none. */
  readonly protocols?: string | readonly string[];
  /** How messages belong to topics. Default: there are no topics. */
  readonly topics?: TopicOptions<M>;
  /** Detects a dead connection. Default: no check. */
  readonly heartbeat?: SocketHeartbeat<M>;
  /** The constructor. Default: the global `WebSocket`, looked up for each connection. */
  readonly WebSocket?: SocketConstructor;
}
