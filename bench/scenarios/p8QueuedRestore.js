import { queueScenario } from './support/queueScenario.js';

export const scenario = queueScenario({
  id: 'P8',
  title: 'queued mutations: after a reload',
  about:
    'A fresh page opens a store, until the predictions of the n mutations are visible; beside it how long the main thread works for that.',
  pick: ({ restore }) => restore,
  factsOf: ({ restoring }) => ({ 'main thread': `${restoring.toFixed(0)} ms` }),
});
