import { stormScenario } from './support/stormScenario.js';

export const scenario = stormScenario({
  id: 'L2',
  title: 'React: typing in a storm, the longest task',
  about: 'The longest task of L1.',
  series: 'longest',
});
