import { RestEndpoint } from 'streambed';
import { live } from 'streambed/live';
import { scan } from 'rxjs';
import { urlPrefix } from '../api';
import { store } from '../store';

/** Fetched each second while a component shows it and the page is visible. */
export const getRain = new RestEndpoint({
  urlPrefix,
  path: '/gauges/rain',
  schema: { mm: 0, at: 0 },
  pollFrequency: 1_000,
});

/** The latest 20 readings. */
export const readings$ = live(store, getRain).data$.pipe(
  scan((readings: { mm: number; at: number }[], reading) => [...readings, reading].slice(-20), []),
);
