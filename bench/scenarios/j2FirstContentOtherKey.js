import { firstContentScenario } from './support/firstContentScenario.js';

export const scenario = firstContentScenario({
  id: 'J2',
  title: 'React: a page of rows, on another key',
  about: 'The app shows another page, which is fetched; timed as J1.',
  pick: ({ otherKey }) => otherKey,
  // The quick run mounts one page of rows: J1.
  sizes: { full: [100], quick: [] },
});
