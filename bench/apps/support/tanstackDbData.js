import { FedCollection } from '../../contenders/support/FedCollection.js';
import { flatIssue } from '../../contenders/support/flatIssue.js';

/** The collections of an app, loaded, and what writes to them. */
export function openCollections(answer) {
  const issues = new FedCollection();
  const users = new FedCollection();
  const labels = new FedCollection();
  users.replaceAll(new Map(answer.map(({ author }) => [author.id, author])).values());
  issues.replaceAll(answer.map(flatIssue));
  labels.replaceAll([{ id: 'l1', name: '' }]);
  return {
    issues: issues.collection,
    users: users.collection,
    writes: {
      patchIssue: (id, change) => issues.patch(id, change),
      patchUser: (id, change) => users.patch(id, change),
      writeOther: ({ id, name }) => labels.patch(id, { name }),
    },
  };
}
