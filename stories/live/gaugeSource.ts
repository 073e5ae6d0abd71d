import { webSocketSource } from 'streambed/live';
import { apiUrl } from '../ui/apiUrl.ts';

/**
 * One socket for all gauges. The first followed gauge opens it; a lost one is reopened, with at
 * most a second between tries.
 */
export const gaugeSource = webSocketSource<{ readonly id: string }>({
  url: () => `${apiUrl().replace(/^http/, 'ws')}/gauges`,
  maxDelay: 1_000,
  topics: {
    of: ({ id }) => id,
    join: (id) => ({ join: id }),
    leave: (id) => ({ leave: id }),
  },
});
