import type { Gauges } from './Gauges.ts';
import type { SocketHandler } from './serveSockets.ts';

/** Sockets that join and leave gauges. */
export function followGauges(gauges: Gauges): SocketHandler {
  return (socket) => {
    gauges.connect(socket);
    socket.on('close', () => gauges.disconnect(socket));
    socket.on('message', (data: Buffer) => {
      try {
        gauges.obey(socket, data.toString());
      } catch {
        socket.close(1007);
      }
    });
  };
}
