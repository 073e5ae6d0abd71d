import type { SocketHandler } from './serveSockets.ts';
import type { WorkOrders } from './WorkOrders.ts';

/** Sockets that are sent every change of a work order. */
export function followWorkOrders(orders: WorkOrders): SocketHandler {
  return (socket) => {
    orders.connect(socket);
    socket.on('close', () => orders.disconnect(socket));
  };
}
