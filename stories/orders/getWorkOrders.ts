import { RestEndpoint } from 'streambed';
import { WorkOrder } from './WorkOrder.ts';

/**
 * The first `count` work orders. A socket keeps them up to date, so the response does not expire.
 */
export const getWorkOrders = new RestEndpoint({
  path: '/orders',
  searchParams: {} as { count: number },
  schema: [WorkOrder],
  dataExpiryLength: Infinity,
});
