import { heapScenario } from './support/heapSteps.js';

/** Heap per entity while the list is shown too. */
export const scenario = heapScenario({
  id: 'G2',
  title: 'Heap per entity, stored and read',
  step: 'read',
  facts: ({ row, read }) => ({ 'beyond rows': Math.round(read - row) }),
});
