import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** Takes a socket that was opened. */
export type SocketHandler = (socket: WebSocket) => void;

/**
 * Lets sockets be opened at some paths, `{ '/gauges': (socket) => … }`; others are closed. None opens while `isRefusing` says so. Gives the
 * function that ends all.
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
