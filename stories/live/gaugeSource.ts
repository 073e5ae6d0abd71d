import { webSocketSource } from 'streambed/live';
import { apiUrl } from '../ui/apiUrl.ts';

/** One socket for all gauges. It is made with the first one that is followed; a lost one is tried again at least every second. */
export const gaugeSource = webSocketSource<{ readonly id: string }>({
  url: () => `${apiUrl().replace(/^http/, 'ws')}/gauges`,
  maxDelay: 1_000,
  topics: {
    of: ({ id }) => id,
    join: (id) => ({ join: id }),
    leave: (id) => ({ leave: id }),
  },
});
