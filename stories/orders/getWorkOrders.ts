import { RestEndpoint } from 'streambed';
import { WorkOrder } from './WorkOrder.ts';

/** The first `count` work orders. They are kept up to date over a socket, so that the answer does not expire. */
export const getWorkOrders = new RestEndpoint({
  path: '/orders',
  searchParams: {} as { count: number },
  schema: [WorkOrder],
  dataExpiryLength: Infinity,
});
