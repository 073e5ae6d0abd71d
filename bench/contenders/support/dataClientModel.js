import { Entity, Query, RestEndpoint, schema } from '@data-client/rest';
import { openByRank } from './openByRank.js';

class User extends Entity {
  id = '';
  login = '';
  name = '';
  avatar = '';
  static key = 'User';
  pk() {
    return this.id;
  }
}

export class Issue extends Entity {
  id = '';
  number = 0;
  title = '';
  body = '';
  state = 'open';
  rank = 0;
  createdAt = '';
  updatedAt = '';
  author = User.fromJS();
  static key = 'Issue';
  static schema = { author: User };
  pk() {
    return this.id;
  }
}

class Label extends Entity {
  id = '';
  name = '';
  static key = 'Label';
  pk() {
    return this.id;
  }
}

/** Longer than any run: nothing may turn stale and be fetched again while the clock runs. */
const fresh = { dataExpiryLength: 1e9 };

export const getIssues = new RestEndpoint({ path: '/issues', schema: [Issue], ...fresh });
export const getIssueList = new RestEndpoint({
  path: '/issues',
  schema: new schema.Collection([Issue]),
  ...fresh,
});
export const getIssue = new RestEndpoint({ path: '/issues/:id', schema: Issue, ...fresh });
export const getUser = new RestEndpoint({ path: '/users/:id', schema: User, ...fresh });
export const getLabel = new RestEndpoint({ path: '/labels/:id', schema: Label, ...fresh });
export const allIssues = new Query(new schema.All(Issue), (issues) => issues);
export const openIssues = new Query(new schema.All(Issue), openByRank);
