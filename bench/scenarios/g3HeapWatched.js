import { heapScenario } from './support/heapSteps.js';

export const scenario = heapScenario({ id: 'G3', title: 'Heap per watcher of a row', step: 'watcher' });
