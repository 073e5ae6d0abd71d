import { reactScenario } from './support/reactScenario.js';

export const scenario = reactScenario({
  id: 'E3',
  title: 'React: an unrelated write',
  about: 'Something is written that no row shows; timed until React has nothing left to do.',
  act() {
    let i = 0;
    return (app) => void app.writeOther({ id: 'l1', name: `label ${i++}` });
  },
  rows: () => 0,
  textOf: ({ title, author }) => `${title} by ${author.name}`,
});
