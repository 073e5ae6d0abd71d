import { createElement as h, useCallback, useSyncExternalStore } from 'react';
import { contender as store } from '../contenders/limit.js';
import { listOfRows } from './support/views.js';

/** The least that React asks for: an external store that calls the rows concerned and no others. */
export const contender = {
  open(answer) {
    const data = store.open();
    data.load(answer);
    const other = new Map();
    const useIssue = (id) => {
      const subscribe = useCallback((listener) => data.watchIssue(id, listener), [id]);
      return useSyncExternalStore(subscribe, () => data.readIssue(id));
    };
    const List = listOfRows(
      answer.map(({ id }) => id),
      useIssue,
    );
    return {
      element: h(List),
      patchIssue: (id, change) => data.patchIssue(id, change),
      patchUser: (id, change) => data.patchUser(id, change),
      writeOther: (label) => other.set(label.id, label),
    };
  },
};
