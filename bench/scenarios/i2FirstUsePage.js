import { firstUseScenario } from './support/firstUseScenario.js';

export const scenario = firstUseScenario({
  id: 'I2',
  title: 'First use: a fresh page',
  about: 'Open a store, load a list, read it, write one row, read again, each for the first time.',
  throttle: 1,
  // The quick run opens pages for J1.
  sizes: { full: [100, 1_000], quick: [] },
});
