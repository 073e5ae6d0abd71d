import type { CommitRecord, Recording, RequestRecord } from '../../inspect/Recording.ts';

/** So many commits of one task are kept; then they are written at once. */
export const LIMIT = 500;

/** What gets the entries of a journal. */
interface Sinks {
  commit(commit: CommitRecord): void;
  request(request: RequestRecord): void;
}

/** Hands on what a recording collects: each commit, and each request when it was sent and when it failed. */
export class Journal {
  readonly #recording: Recording;
  readonly #sinks: Sinks;
  #isScheduled = false;
  #isClearing = false;
  #lastCommit = 0;
  /** The requests that were handed on when they were sent, … */
  #sent: Set<number> = new Set();
  /** … and those that were handed on when they had failed. */
  readonly #ended: Set<number> = new Set();

  constructor(recording: Recording, sinks: Sinks) {
    this.#recording = recording;
    this.#sinks = sinks;
  }

  changed(): void {
    if (this.#isClearing) return;
    const latest = this.#recording.commits.at(-1)?.version ?? 0;
    // The effects of the latest commit have not happened yet.
    if (latest - this.#lastCommit >= LIMIT - 1) this.#write(latest - 1);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    afterEffects(() => this.write());
  }

  /** Hands on everything, and forgets it. */
  write(): void {
    this.#isScheduled = false;
    this.#write(Infinity);
    this.#isClearing = true;
    this.#recording.clear();
    this.#isClearing = false;
    this.#sent = new Set(this.#recording.requests.map(({ id }) => id));
    this.#ended.clear();
  }

  #write(lastVersion: number): void {
    const { commits, requests } = this.#recording;
    const fresh = requests.filter(({ id }) => !this.#sent.has(id));
    const caused = new Set(commits.flatMap(({ requests: ids }) => ids));
    const send = (request: RequestRecord): void => {
      if (this.#sent.has(request.id)) return;
      this.#sent.add(request.id);
      this.#sinks.request({ ...request, outcome: 'pending' });
    };
    for (const commit of commits) {
      if (commit.version <= this.#lastCommit || commit.version > lastVersion) continue;
      this.#lastCommit = commit.version;
      // Before it: what was sent earlier, except by a commit of the same time.
      for (const request of fresh) {
        if (request.attempts[0] <= commit.at && !caused.has(request.id)) send(request);
      }
      this.#sinks.commit(commit);
      for (const request of fresh) if (commit.requests.includes(request.id)) send(request);
    }
    for (const request of fresh) send(request);
    for (const request of requests) {
      const { id, isMutation, outcome } = request;
      // The commit that stores the failure of a read says the same.
      const isNews = outcome === 'aborted' || (outcome === 'failed' && isMutation);
      if (!isNews || this.#ended.has(id)) continue;
      this.#ended.add(id);
      this.#sinks.request(request);
    }
  }
}

/** A frame, ms: within it, React renders what was suspended. */
const FRAME = 16;

/** Runs when the effects of a commit have happened. What was not suspended, React renders in a microtask. */
function afterEffects(work: () => void): void {
  queueMicrotask(() => {
    if (typeof document === 'undefined') queueMicrotask(work);
    else setTimeout(work, FRAME);
  });
}
