import { scrollScenario } from './support/scrollScenario.js';

export const scenario = scrollScenario({
  id: 'O1',
  title: 'React: a scrolled list of n rows, script per step',
  about:
    'A list that renders the rows in view is scrolled by 40 rows per frame, 100 times, with a processor that is 6 times slower; how long the page runs scripts per step.',
  number: 'script',
});
