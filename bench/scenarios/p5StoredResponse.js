import { persistScenario } from './support/persistScenario.js';

export const scenario = persistScenario({
  id: 'P5',
  title: 'stored data: a response of n rows, the longest task',
  about: 'A response of n rows is committed; then the longest task until all is stored.',
  pick: ({ slice }) => slice,
  factsOf: ({ bareSlice }) => ({ 'nothing stored': `${bareSlice.toFixed(1)} ms` }),
});
