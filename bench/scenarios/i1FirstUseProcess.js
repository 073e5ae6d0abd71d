import { firstUseScenario } from './support/firstUseScenario.js';

export const scenario = firstUseScenario({
  id: 'I1',
  title: 'First use: a fresh process',
  about: 'Open a store, load a list, read it, write one row, read again, each for the first time.',
});
