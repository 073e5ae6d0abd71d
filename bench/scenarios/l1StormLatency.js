import { stormScenario } from './support/stormScenario.js';

export const scenario = stormScenario({
  id: 'L1',
  title: 'React: typing in a storm, from key to frame',
  about:
    'Rows of a page are written 1,000 times a second, each update in a task of its own, while somebody types; timed from a key until the frame that shows its character.',
  series: 'latencies',
});
