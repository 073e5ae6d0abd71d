import { growingScenario } from './support/growingScenario.js';

export const scenario = growingScenario({
  id: 'K2',
  title: 'Add a row while all rows are shown',
  about: 'A created row joins the list of all rows of its kind; timed until that was read.',
  async open(contender, data) {
    const store = contender.open();
    await store.load(data.parse());
    const all = store.openAll();
    const add = store.putIssue
      ? (issue) => store.putIssue(issue)
      : (issue) => store.addIssue(issue);
    return { store, add, read: () => all.read() };
  },
});
