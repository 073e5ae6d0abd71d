import { heapScenario } from './support/heapSteps.js';

export const scenario = heapScenario({
  id: 'G3',
  title: 'Heap per watcher of a row',
  about: 'Heap per watcher when every row has one, beyond the shown list.',
  step: 'watcher',
});
