import { NO_ANSWER } from './AnswerRow.ts';
import type { Collector } from './Collector.ts';
import type { Commits } from './Commits.ts';
import type { DeadlineQueue } from './DeadlineQueue.ts';
import type { EntryHost } from './EntryHost.ts';
import type { Requests } from './Requests.ts';
import type { Sources } from './Sources.ts';
import type { StoreOptions } from './StoreOptions.ts';

/** The parts of a store that entries are in touch with. */
interface Parts {
  readonly commits: Commits;
  readonly deadlines: DeadlineQueue;
  readonly requests: Requests;
  readonly sources: Sources;
  readonly collector: Collector;
}

/** What the entries of a store with these parts need. */
export function entryHostOf(
  { scheduler, graceTime, onError }: Required<StoreOptions>,
  { commits, deadlines, requests, sources, collector }: Parts,
): EntryHost {
  let { answers } = commits.state;
  let answersVersion = 0;
  return {
    graph: commits.graph,
    deadlines,
    graceTime,
    waitingLeases: new Set(),
    now: () => scheduler.now(),
    get version() {
      return commits.version;
    },
    row: (entry) => {
      // Most commits change no answer. With the answers themselves an entry would keep what is long forgotten.
      if (answers !== commits.state.answers) answersVersion++;
      answers = commits.state.answers;
      if (entry.answersVersion !== answersVersion) {
        entry.answersVersion = answersVersion;
        entry.row = answers.get(entry.key) ?? NO_ANSWER;
      }
      return entry.row;
    },
    isOptimistic: (view) => commits.graph.isOptimistic(view),
    isOfLayers: (view) =>
      commits.state.layers.some(({ rows }) => commits.graph.viewsOf(rows).has(view)),
    startRead: (entry, later) => requests.read(entry, later).keep(),
    touch: (source) => commits.touch(source),
    report: (error, key) => onError(error, { key }),
    idle: (source) => {
      sources.idle(source, scheduler.now());
      collector.wake();
    },
  };
}
