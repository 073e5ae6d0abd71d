import type { CommitRecord, Recording, RequestRecord } from '../../inspect/Recording.ts';

/** One line of the timeline. */
export type Entry =
  | { readonly type: 'commit'; readonly at: number; readonly commit: CommitRecord }
  | { readonly type: 'request'; readonly at: number; readonly request: RequestRecord };

/** The commits and the requests of a recording in one list, the oldest first. */
export function entriesOf({ commits, requests }: Pick<Recording, 'commits' | 'requests'>): Entry[] {
  const causes = new Map<number, number>();
  for (const { requests: caused, version } of commits) {
    for (const id of caused) causes.set(id, version);
  }
  const entries: Entry[] = [];
  let next = 0;
  const addRequests = (isDue: (request: RequestRecord) => boolean): void => {
    for (; next < requests.length && isDue(requests[next]); next++) {
      const request = requests[next];
      entries.push({ type: 'request', at: request.attempts[0], request });
    }
  };
  for (const commit of commits) {
    addRequests((request) => {
      const [sentAt] = request.attempts;
      if (sentAt !== commit.at) return sentAt < commit.at;
      const cause = causes.get(request.id);
      return cause === undefined ? !isAfter(request, commit) : cause < commit.version;
    });
    entries.push({ type: 'commit', at: commit.at, commit });
  }
  addRequests(() => true);
  return entries;
}

/** Whether a request was sent after a commit of the same millisecond, as far as the order is known. */
function isAfter({ seq }: RequestRecord, { actions }: CommitRecord): boolean {
  return actions.some((action) => {
    // The response to a read has the seq of its request, which says nothing about its arrival.
    if (action.type === 'setResponse' && action.keep) return false;
    // Stored data has no seq.
    if (action.type === 'hydrate') return false;
    const written = 'seq' in action ? action.seq : 'meta' in action ? action.meta.seq : Infinity;
    return written < seq;
  });
}
