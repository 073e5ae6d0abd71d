import { persistScenario } from './support/persistScenario.js';

export const scenario = persistScenario({
  id: 'P1',
  title: 'stored data: 180 commits of one row, time of the main thread',
  about:
    'n rows are stored; one row is written 60 times a second for 3 seconds. How long the main thread works more than if nothing is stored, until all is stored.',
  pick: ({ task, bareTask }) => Math.max(0, task - bareTask),
  factsOf: ({ bareTask, writes }) => ({
    writes: Math.round(writes),
    'nothing stored': `${bareTask.toFixed(0)} ms`,
  }),
});
