import { firstContentScenario } from './support/firstContentScenario.js';

export const scenario = firstContentScenario({
  id: 'J3',
  title: 'React: two pages of rows, script time, processor 6 × slower',
  about: 'What J1 and J2 cost together: how long the page runs scripts.',
  pick: ({ script }) => script,
  throttle: 6,
  // The quick run mounts one page of rows: J1.
  sizes: { full: [100], quick: [] },
});
