/**
 * Live data: polling, sockets, event streams, and refetching on focus.
 *
 * @packageDocumentation
 */

export { applyMessages, type ApplyOptions } from './applyMessages.ts';
export { atArrival } from './atArrival.ts';
export { coalesce, type CoalesceOptions } from './coalesce.ts';
export { ConnectionError } from './ConnectionError.ts';
export {
  eventSource,
  type EventSourceConstructor,
  type EventSourceLike,
  type EventSourceOptions,
  type EventUrlContext,
  type SourceEvent,
} from './eventSource.ts';
export type { HeartbeatOptions, LiveOptions, LiveUrl, UrlContext } from './LiveOptions.ts';
export type { ConnectionState, LiveSource } from './LiveSource.ts';
export { live } from './live.ts';
export { revalidateOn, type RevalidateOptions } from './revalidateOn.ts';
export {
  type SocketConstructor,
  type SocketHeartbeat,
  type SocketLike,
  type SocketListening,
  type TopicOptions,
  type WebSocketOptions,
  webSocketSource,
} from './webSocketSource.ts';
export { networkOnline, pageActive, pageAlive, pageVisible } from '../../shared/web/pageSignals.ts';
