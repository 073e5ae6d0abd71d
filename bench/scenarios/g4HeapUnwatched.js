import { heapScenario } from './support/heapSteps.js';

/** What is left in the heap per watcher when all are gone. */
export const scenario = heapScenario({ id: 'G4', title: 'Heap left per watcher gone', step: 'left' });
