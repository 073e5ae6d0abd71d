import { Endpoint } from 'streambed';
import { DEPTHS, KILOMETRES, Sample, sampleAt } from './Sample.ts';

/** 100,000 samples. They are computed in the page. */
export const getSurvey = new Endpoint(
  () => Promise.resolve(Array.from({ length: KILOMETRES * DEPTHS }, (_, at) => measure(at))),
  { name: 'getSurvey', schema: [Sample], dataExpiryLength: Infinity },
);

/** Warm at the surface, cold below a layer that waves along the river, with warm inflows. */
function measure(at: number) {
  const [km, depth] = [at % KILOMETRES, Math.floor(at / KILOMETRES)];
  const layer = 90 + 34 * Math.sin(km / 41) + 14 * Math.sin(km / 13 + 1);
  const inflow = 5 * Math.exp(-(((km - 265) / 26) ** 2)) * Math.exp(-depth / 120);
  const celsius = 6 + 13 / (1 + Math.exp((depth - layer) / 19)) + inflow;
  return { id: sampleAt(km, depth), km, depth, celsius: Math.round(celsius * 10) / 10 };
}
