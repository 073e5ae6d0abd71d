import { heapScenario } from './support/heapSteps.js';

export const scenario = heapScenario({ id: 'G4', title: 'Heap left per watcher gone', step: 'left' });
