import { refetchScenario } from './support/refetchKeys.js';

export const scenario = refetchScenario({
  id: 'M2',
  title: 'Refetch n subscribed keys: the longest task',
  about: 'The longest time of M1 in which a page could not have reacted to anything else.',
  time: 'longest',
});
