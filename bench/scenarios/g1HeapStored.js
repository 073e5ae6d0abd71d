import { heapScenario } from './support/heapSteps.js';

export const scenario = heapScenario({
  id: 'G1',
  title: 'Heap per entity, stored',
  about: 'Heap per entity after a list was loaded and its answer dropped.',
  step: 'stored',
  facts: ({ row, stored }) => ({ 'beyond rows': Math.round(stored - row) }),
});
