import { Endpoint } from 'streambed';
import { Gauge } from './Gauge.ts';
import { gaugeSource } from './gaugeSource.ts';

/** The readings of a gauge, from the socket. */
export const followGauge = new Endpoint((id: string) => gaugeSource.topic(id), {
  name: 'followGauge',
  schema: Gauge,
});
