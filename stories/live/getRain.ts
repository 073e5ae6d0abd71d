import { RestEndpoint } from 'streambed';

/** The rain of the last hour, in mm; components that show it poll it every two seconds. */
export const getRain = new RestEndpoint({
  path: '/gauges/rain',
  pollFrequency: 2_000,
  process: (response: unknown) => response as { readonly mm: number; readonly at: number },
});
