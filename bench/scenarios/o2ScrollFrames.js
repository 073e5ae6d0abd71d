import { scrollScenario } from './support/scrollScenario.js';

export const scenario = scrollScenario({
  id: 'O2',
  title: 'React: a scrolled list of n rows, dropped frames',
  about: 'The share of frames of O1 that did not come in time, at 60 a second.',
  number: 'dropped',
  unit: 'share',
});
