import { stormScenario } from './support/stormScenario.js';

export const scenario = stormScenario({
  id: 'L3',
  title: 'React: typing in a storm, dropped frames',
  about: 'The share of frames of L1 that did not come in time, at 60 a second.',
  series: 'dropped',
  unit: 'share',
});
