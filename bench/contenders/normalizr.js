import { denormalize, normalize, schema } from 'normalizr';

const user = new schema.Entity('users');
const issue = new schema.Entity('issues', { author: user });
const issueList = [issue];

export const contender = { open: () => new NormalizrStore() };

/** The normal form in one object per kind, merged and patched by spread as in its examples for reducers; nothing is memoized. */
class NormalizrStore {
  entities = { issues: {}, users: {} };
  result = [];

  load(answer) {
    const { entities, result } = normalize(answer, issueList);
    this.entities = {
      issues: { ...this.entities.issues, ...entities.issues },
      users: { ...this.entities.users, ...entities.users },
    };
    this.result = result;
  }

  hold() {}

  readList() {
    return denormalize(this.result, issueList, this.entities);
  }

  addIssue(added) {
    const { entities, result } = normalize(added, issue);
    this.entities = {
      issues: { ...this.entities.issues, ...entities.issues },
      users: { ...this.entities.users, ...entities.users },
    };
    this.result = [...this.result, result];
  }

  patchIssue(id, change) {
    this.patch('issues', id, change);
  }

  patchUser(id, change) {
    this.patch('users', id, change);
  }

  patch(kind, id, change) {
    const rows = this.entities[kind];
    this.entities = { ...this.entities, [kind]: { ...rows, [id]: { ...rows[id], ...change } } };
  }

  close() {}
}
