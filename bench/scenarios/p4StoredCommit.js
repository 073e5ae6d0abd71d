import { persistScenario } from './support/persistScenario.js';

export const scenario = persistScenario({
  id: 'P4',
  title: 'stored data: a commit of one row',
  about:
    'The time of a commit of P1 alone, without what follows in other tasks. Beside it, in the same page, a store that is not stored.',
  pick: ({ commit }) => commit,
  factsOf: ({ commitRatio }) => ({ '× not stored': Number(commitRatio.toFixed(2)) }),
});
