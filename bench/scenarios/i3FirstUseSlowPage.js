import { firstUseScenario } from './support/firstUseScenario.js';

export const scenario = firstUseScenario({
  id: 'I3',
  title: 'First use: a fresh page, processor 6 × slower',
  about: 'Open a store, load a list, read it, write one row, read again, each for the first time.',
  throttle: 6,
  // The quick run opens pages for J1.
  sizes: { full: [100, 1_000], quick: [] },
});
