import { persistScenario } from './support/persistScenario.js';

export const scenario = persistScenario({
  id: 'P6',
  title: 'stored data: the first data of a key',
  about: 'A fresh page opens a store with n stored rows, until the 100 rows of one key are there.',
  pick: ({ firstData }) => firstData,
});
