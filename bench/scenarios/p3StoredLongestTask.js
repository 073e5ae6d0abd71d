import { persistScenario } from './support/persistScenario.js';

export const scenario = persistScenario({
  id: 'P3',
  title: 'stored data: 180 commits of one row, the longest task',
  about: 'The longest task of the main thread in P1.',
  pick: ({ longest }) => longest,
  factsOf: ({ bareLongest }) => ({ 'nothing stored': `${bareLongest.toFixed(1)} ms` }),
});
