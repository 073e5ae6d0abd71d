import { firstUseScenario } from './support/firstUseScenario.js';

export const scenario = firstUseScenario({
  id: 'I4',
  title: 'Load and first use: a fresh process',
  about: 'Load the code, open a store, load a list, read it, write one row, read again.',
  withLoading: true,
  // The quick run has I1, which loads and uses the same.
  sizes: { full: [100], quick: [] },
});
