import { heapScenario } from './support/heapSteps.js';

export const scenario = heapScenario({
  id: 'G2',
  title: 'Heap per entity, stored and read',
  about: 'Heap per entity while the list is shown too.',
  step: 'read',
  facts: ({ row, read }) => ({ 'beyond rows': Math.round(read - row) }),
});
