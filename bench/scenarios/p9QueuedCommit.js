import { queueScenario } from './support/queueScenario.js';

export const scenario = queueScenario({
  id: 'P9',
  title: 'queued mutations: a commit of one row',
  about:
    'One row is written that none of the n mutations changes. Beside it, in the same page, a store without an outbox.',
  pick: ({ commit }) => commit,
  factsOf: ({ ratio }) => ({ '× none queued': Number(ratio.toFixed(2)) }),
});
