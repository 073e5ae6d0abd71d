import { webSocketSource } from 'streambed/live';
import { apiUrl } from '../ui/apiUrl.ts';
import type { WorkOrder } from './WorkOrder.ts';

/** The changed members of a work order. */
export type OrderChange = Pick<WorkOrder, 'id'> & Partial<WorkOrder>;

/** Every change of every work order: 1,000 messages a second. */
export const orderSource = webSocketSource<OrderChange>({
  url: () => `${apiUrl().replace(/^http/, 'ws')}/orders`,
});
