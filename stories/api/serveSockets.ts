import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** Handles an opened socket. */
export type SocketHandler = (socket: WebSocket) => void;

/**
 * Accepts sockets at some paths, `{ '/gauges': (socket) => … }`, and closes others. While
 * `isRefusing` returns true it accepts none. Returns a function that closes all.
 */
export function serveSockets(
  server: Server,
  handlers: Readonly<Record<string, SocketHandler>>,
  isRefusing: () => boolean,
): () => void {
  const sockets = new WebSocketServer({ server, verifyClient: () => !isRefusing() });
  sockets.on('connection', (socket, { url = '/' }) => {
    socket.on('error', () => socket.terminate());
    const { pathname } = new URL(url, 'ws://127.0.0.1');
    if (Object.hasOwn(handlers, pathname)) handlers[pathname](socket);
    else socket.close(1008, `There is no socket at ${pathname}.`);
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}
