import { createStore, Endpoint } from 'streambed';
import { Issue } from '../apps/support/streambedModel.js';

export const contender = {
  open(fetchIssue) {
    const getIssue = new Endpoint(fetchIssue, { name: 'getIssue', schema: Issue });
    const store = createStore({ dataExpiryLength: 1e9 });
    return {
      load(issues) {
        store.batch(() => {
          for (const issue of issues) store.setResponse(getIssue, issue.id, issue);
        });
      },
      watch: (id, notify) => void store.observe(getIssue, id).data$.subscribe(notify),
      refetchAll: () => store.expireAll(getIssue),
      close: () => store.dispose(),
    };
  },
};
