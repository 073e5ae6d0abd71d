import { RestEndpoint } from 'streambed';

/** The rain of the last hour, in mm; asked for every two seconds by whoever shows it. */
export const getRain = new RestEndpoint({
  path: '/gauges/rain',
  pollFrequency: 2_000,
  process: (answer: unknown) => answer as { readonly mm: number; readonly at: number },
});
