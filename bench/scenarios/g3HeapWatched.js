import { heapScenario } from './support/heapSteps.js';

/** Heap per watcher when every row has one, beyond the shown list. */
export const scenario = heapScenario({ id: 'G3', title: 'Heap per watcher of a row', step: 'watcher' });
