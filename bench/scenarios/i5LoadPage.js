import { firstUseScenario } from './support/firstUseScenario.js';

export const scenario = firstUseScenario({
  id: 'I5',
  title: 'Load and first use: a fresh page',
  about: 'Load the code, open a store, load a list, read it, write one row, read again.',
  throttle: 1,
  withLoading: true,
  // The quick run has I1, which loads and uses the same.
  sizes: { full: [100], quick: [] },
});
