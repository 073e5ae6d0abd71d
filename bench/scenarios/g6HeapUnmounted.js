import { hookHeapScenario } from './support/hookHeap.js';

export const scenario = hookHeapScenario({
  id: 'G6',
  title: 'React: heap left per unmounted hook',
  about:
    'What is left in the heap per hook 6 s after all were unmounted; the rows are still stored. Times of keeping are those of the defaults.',
  number: 'left',
  facts: ({ atOnce }) => ({ 'at once': `${Math.round(atOnce).toLocaleString('en')} B` }),
});
