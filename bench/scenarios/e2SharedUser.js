import { namePatches } from '../data/makePatches.js';
import { reactScenario } from './support/reactScenario.js';

export const scenario = reactScenario({
  id: 'E2',
  title: 'React: the user that all rows share changes',
  about: 'The one author of all issues is written; timed until all rows are in the document.',
  data: { authors: 1 },
  act({ issues }) {
    const nextPatch = namePatches(issues);
    return (app) => {
      const patch = nextPatch();
      app.patchUser(patch.id, patch.change);
      return patch;
    };
  },
  rows: (n) => n,
  textOf: ({ title }, { change }) => `${title} by ${change.name}`,
});
