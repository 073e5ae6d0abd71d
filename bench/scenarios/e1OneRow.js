import { titlePatches } from '../data/makePatches.js';
import { reactScenario } from './support/reactScenario.js';

export const scenario = reactScenario({
  id: 'E1',
  title: 'React: one of n rows changes',
  about: 'One issue is written; timed until its row is in the document.',
  act({ issues }) {
    const nextPatch = titlePatches(issues);
    return (app) => {
      const patch = nextPatch();
      app.patchIssue(patch.id, patch.change);
      return patch;
    };
  },
  rows: () => 1,
  textOf: (issue, { id, change }) =>
    issue.id === id ? `${change.title} by ${issue.author.name}` : undefined,
});
