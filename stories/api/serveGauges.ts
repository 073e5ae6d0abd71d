import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';
import type { Gauges } from './Gauges.ts';

/** Lets sockets at `/gauges` follow the gauges. Gives the function that ends them. */
export function serveGauges(server: Server, gauges: Gauges): () => void {
  const sockets = new WebSocketServer({ server, path: '/gauges' });
  sockets.on('connection', (socket) => {
    gauges.connect(socket);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => gauges.disconnect(socket));
    socket.on('message', (data: Buffer) => {
      try {
        gauges.obey(socket, data.toString());
      } catch {
        socket.close(1007);
      }
    });
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}
