import { hookHeapScenario } from './support/hookHeap.js';

export const scenario = hookHeapScenario({
  id: 'G5',
  title: 'React: heap per mounted hook',
  about: 'Heap per row with a hook, beyond the same row without one. React’s share is part of it.',
  number: 'mounted',
});
