import { heapScenario } from './support/heapSteps.js';

export const scenario = heapScenario({
  id: 'G4',
  title: 'Heap left per watcher gone',
  about: 'What is left in the heap per watcher when all are gone.',
  step: 'left',
});
