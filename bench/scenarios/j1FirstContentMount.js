import { firstContentScenario } from './support/firstContentScenario.js';

export const scenario = firstContentScenario({
  id: 'J1',
  title: 'React: a page of rows, on mount',
  about:
    'An app is mounted and fetches a page of rows; timed from the response until the rows are in the document.',
  pick: ({ mount }) => mount,
});
