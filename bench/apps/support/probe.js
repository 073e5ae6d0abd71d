import { useLayoutEffect } from 'react';

/** What the rows of all apps of a process did since the last `reset`. */
export const probe = {
  renders: 0,
  commits: 0,
  /** When a row was last in the document, by `performance.now()`. */
  lastCommit: 0,
  reset() {
    this.renders = this.commits = this.lastCommit = 0;
  },
};

/** Every row calls this, in every app: the price is the same for all. */
export function useProbe() {
  probe.renders++;
  useLayoutEffect(() => {
    probe.commits++;
    probe.lastCommit = performance.now();
  });
}
