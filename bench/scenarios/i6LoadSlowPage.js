import { firstUseScenario } from './support/firstUseScenario.js';

export const scenario = firstUseScenario({
  id: 'I6',
  title: 'Load and first use: a fresh page, processor 6 × slower',
  about: 'Load the code, open a store, load a list, read it, write one row, read again.',
  throttle: 6,
  withLoading: true,
  // The quick run has I1, which loads and uses the same.
  sizes: { full: [100], quick: [] },
});
