import type { SocketHandler } from './serveSockets.ts';
import type { WorkOrders } from './WorkOrders.ts';

/** Sends every change of a work order to sockets. */
export function followWorkOrders(orders: WorkOrders): SocketHandler {
  return (socket) => {
    orders.connect(socket);
    socket.on('close', () => orders.disconnect(socket));
  };
}
