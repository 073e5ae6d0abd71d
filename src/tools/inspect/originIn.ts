import type { SetResponseAction } from '../../kernel/commits/Action.ts';
import type { CommitRecord, Origin, RequestRecord, Timeline } from './Recording.ts';

/** `originOf` of a timeline, from its commits and requests. */
export function originIn(
  { commits, requests }: Pick<Timeline, 'commits' | 'requests'>,
  entityKey: string,
  pk: string,
): Origin | undefined {
  let at = commits.length - 1;
  while (at >= 0 && !isChangedBy(commits[at], entityKey, pk)) at--;
  if (at < 0) return undefined;
  const commit = commits[at];
  const seq = commit.snapshot.entities.meta(entityKey, pk)?.seq;
  const responses = commit.actions.filter((action) => action.type === 'setResponse');
  const response = responses.find(({ meta }) => meta.seq === seq) ?? responses[0];
  return { commit, request: response && requestOf(requests, response) };
}

function isChangedBy({ changes }: CommitRecord, entityKey: string, pk: string): boolean {
  let isChanged = false;
  changes.forEach(entityKey, (changed) => (isChanged ||= changed === pk));
  return isChanged;
}

/** Mutations have the seq of their arrival; so have the later responses of a live source. */
function requestOf(
  requests: readonly RequestRecord[],
  { key, meta, sentSeq = meta.seq }: SetResponseAction,
): RequestRecord | undefined {
  const ofKey = requests.filter((request) => request.key === key && request.seq <= meta.seq);
  return ofKey.find(({ seq }) => seq === sentSeq) ?? ofKey.at(-1);
}
