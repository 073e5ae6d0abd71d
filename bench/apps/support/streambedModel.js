import { createElement as h, Suspense } from 'react';
import { createStore, Entity, RestEndpoint } from 'streambed';
import { StoreProvider } from 'streambed/react';

class User extends Entity {
  id = '';
  login = '';
  name = '';
  avatar = '';
  static key = 'User';
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
  author = new User();
  static key = 'Issue';
  static schema = { author: User };
}

class Label extends Entity {
  id = '';
  name = '';
  static key = 'Label';
}

export const getIssues = new RestEndpoint({ path: '/issues', schema: [Issue] });
export const getIssue = new RestEndpoint({ path: '/issues/:id', schema: Issue });

/** An app over a store that has the answer of the list. */
export function openApp(answer, List) {
  const store = createStore({ dataExpiryLength: 1e9 });
  store.setResponse(getIssues, answer);
  return {
    element: h(StoreProvider, { store }, h(Suspense, { fallback: 'waiting' }, h(List))),
    patchIssue: (id, change) => store.set(Issue, { id, ...change }),
    patchUser: (id, change) => store.set(User, { id, ...change }),
    writeOther: (label) => store.set(Label, label),
    close: () => store.dispose(),
  };
}
