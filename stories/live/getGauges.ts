import { RestEndpoint } from 'streambed';
import { Gauge } from './Gauge.ts';

/** All gauges with their current readings. */
export const getGauges = new RestEndpoint({
  path: '/gauges',
  schema: [Gauge],
});
