import { growingScenario } from './support/growingScenario.js';
import { openShown } from './support/openShown.js';

export const scenario = growingScenario({
  id: 'K1',
  title: 'Add a row to a shown list',
  about: 'A created row goes to the end of a shown list; timed until the list was read.',
  async open(contender, data) {
    const store = await openShown({ open: () => contender.open({ grows: true }) }, data);
    return { store, add: (issue) => store.addIssue(issue), read: () => store.readList() };
  },
});
