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

class Issue extends Entity {
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

export const getIssues = new RestEndpoint({ path: '/issues', schema: [Issue] });
export const getIssue = new RestEndpoint({ path: '/issues/:id', schema: Issue });
export const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
export const openIssues = new Query(new schema.All(Issue), openByRank);
