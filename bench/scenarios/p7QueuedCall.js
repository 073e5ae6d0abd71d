import { queueScenario } from './support/queueScenario.js';

export const scenario = queueScenario({
  id: 'P7',
  title: 'queued mutations: a call',
  about:
    'n mutations of as many rows are made in one task, while no server answers. How long the main thread works for a call, the layer and what follows in the task included; beside it how long it works until all are stored.',
  pick: ({ call }) => call,
  factsOf: ({ storing }) => ({ 'to store all': `${storing.toFixed(0)} ms` }),
});
