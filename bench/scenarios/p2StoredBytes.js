import { persistScenario } from './support/persistScenario.js';

export const scenario = persistScenario({
  id: 'P2',
  title: 'stored data: 180 commits of one row, bytes written',
  about: 'What P1 writes into the storages of the browser, as JSON.',
  pick: ({ bytes }) => bytes,
  unit: 'bytes',
});
