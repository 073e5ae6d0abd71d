export { applyMessages, type ApplyOptions } from './applyMessages.ts';
export { coalesce, type CoalesceOptions } from './coalesce.ts';
export { ConnectionError } from './ConnectionError.ts';
export { eventSource } from './eventSource.ts';
export type {
  EventSourceConstructor,
  EventSourceLike,
  EventSourceOptions,
  EventUrlContext,
  SourceEvent,
} from './EventSourceOptions.ts';
export type { HeartbeatOptions, LiveOptions, LiveUrl, UrlContext } from './LiveOptions.ts';
export type { ConnectionState, LiveSource } from './LiveSource.ts';
export { live } from './live.ts';
export { revalidateOn, type RevalidateOptions } from './revalidateOn.ts';
export { webSocketSource } from './webSocketSource.ts';
export type {
  SocketConstructor,
  SocketHeartbeat,
  SocketLike,
  SocketListening,
  TopicOptions,
  WebSocketOptions,
} from './WebSocketOptions.ts';
export { networkOnline } from '../web/networkOnline.ts';
export { pageActive } from '../web/pageActive.ts';
export { pageAlive } from '../web/pageAlive.ts';
export { pageVisible } from '../web/pageVisible.ts';
