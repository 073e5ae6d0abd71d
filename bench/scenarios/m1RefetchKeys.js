import { summarize } from '../runner/statistics.js';
import { refetchScenario } from './support/refetchKeys.js';

export const scenario = refetchScenario({
  id: 'M1',
  title: 'Refetch n subscribed keys',
  about:
    'n keys with a response and a subscriber each turn stale at once and are fetched again; timed until the last subscriber was notified. 100 responses arrive per turn of the event loop.',
  time: 'total',
  facts: (rounds) => ({
    'the call itself': `${summarize(rounds.map(({ call }) => call)).median.toFixed(1)} ms`,
  }),
});
