import { RestEndpoint } from 'streambed';
import { Gauge } from './Gauge.ts';

/** All gauges with the readings of the moment. */
export const getGauges = new RestEndpoint({
  path: '/gauges',
  schema: [Gauge],
});
