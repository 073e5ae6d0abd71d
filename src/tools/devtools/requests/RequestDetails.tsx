/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { CommitRecord, RequestRecord } from '../../inspect/Recording.ts';
import { callText } from '../actionText.ts';
import { countOf, formatDuration, formatTime } from '../components/format.ts';
import { JsonTree } from '../components/JsonTree.tsx';
import { CommitLink, KeyLink, RequestLink } from '../components/RouteLink.tsx';
import type { Redactor } from '../redact.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { conflictsOf, overlapping } from './conflicts.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import { barsOf, BAR_TEXTS, durationOf, stateOf } from './waterfall.ts';

/** One request: why it was sent, its tries, what it overlapped, and what became of it. */
export function RequestDetails({
  session,
  request,
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly request: RequestRecord;
  readonly redactor: Redactor;
}): VNode {
  const { args, attempts, error, id, isMutation, key, reason, settledAt } = request;
  const { commits, requests } = session.recording;
  const now = session.inspector.now();
  const cause = commits.find((commit) => commit.requests.includes(id));
  const stored = storedBy(request, commits);
  return (
    <>
      <div class="heading">
        <h2 class="mono">{callText(request, redactor)}</h2>
        <OutcomeBadge outcome={stateOf(request)} />
      </div>
      <section>
        <h3>Why it was sent</h3>
        <p>{reason.text}</p>
        <Replaced session={session} request={request} requests={requests} redactor={redactor} />
      </section>
      <section>
        <h3>Facts</h3>
        <dl class="facts">
          <dt>Type</dt>
          <dd>{isMutation ? 'mutation' : 'read'}</dd>
          <dt>Sent</dt>
          <dd>{formatTime(attempts[0])}</dd>
          <dt>{settledAt === undefined ? 'Running for' : 'Took'}</dt>
          <dd>{formatDuration(durationOf(request, now))}</dd>
          <dt>Key</dt>
          <dd>
            <KeyLink session={session} of={key}>
              {redactor.text(key)}
            </KeyLink>
          </dd>
          {cause && (
            <>
              <dt>Caused by</dt>
              <dd>
                <CommitLink session={session} version={cause.version} />
              </dd>
            </>
          )}
          {stored && (
            <>
              <dt>Stored by</dt>
              <dd>
                <CommitLink session={session} version={stored.version} />
              </dd>
            </>
          )}
        </dl>
      </section>
      {error && (
        <section>
          <h3>Error</h3>
          <p class="bad" role="note">
            {error.name}: {error.message}
          </p>
          <JsonTree label="Error" value={error} depth={0} />
        </section>
      )}
      {attempts.length > 1 && (
        <section>
          <h3>{countOf(attempts.length, 'try', 'tries')}</h3>
          <ol class="rows">
            {barsOf(request, now).map(({ attempt, from, state, to }) => (
              <li key={`${attempt} ${state}`}>
                <span class="dim">{attempt}.</span> {formatTime(from)} {BAR_TEXTS[state]}{' '}
                <span class="dim">after {formatDuration(to - from)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {args.length > 0 && (
        <section>
          <h3>Args</h3>
          <JsonTree label="Args" value={args} />
        </section>
      )}
    </>
  );
}

/** The conflicts of a request. */
function Replaced({
  session,
  request,
  requests,
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly request: RequestRecord;
  readonly requests: readonly RequestRecord[];
  readonly redactor: Redactor;
}): VNode | null {
  const { replacedBy, replaces } = conflictsOf(requests);
  const earlier = replaces.get(request.id);
  const later = replacedBy.get(request.id);
  const others = overlapping(request, new Map(requests.map((known) => [known.id, known])));
  const ofEarlier = earlier
    ? overlapping(earlier, new Map(requests.map((known) => [known.id, known])))
    : [];
  if (!earlier && !later && others.length === 0) return null;
  const link = (to: RequestRecord): VNode => (
    <RequestLink key={to.id} session={session} id={to.id}>
      {callText(to, redactor)}
    </RequestLink>
  );
  return (
    <ul class="rows conflicts">
      {earlier && (
        <li>
          Fetched again because {link(earlier)} overlapped{' '}
          {ofEarlier.length > 0 ? ofEarlier.map(link) : 'a mutation'}.
        </li>
      )}
      {others.length > 0 && <li>Overlapped {others.map(link)}.</li>}
      {later && <li>{link(later)} was sent in its place: the order on the server was unknown.</li>}
    </ul>
  );
}

/** The commit that stored the first response, or the failure. */
function storedBy(
  { key, seq }: RequestRecord,
  commits: readonly CommitRecord[],
): CommitRecord | undefined {
  return commits.find(({ actions }) =>
    actions.some((action) => {
      if (action.type === 'setResponse') {
        return action.key === key && (action.sentSeq ?? action.meta.seq) === seq;
      }
      return action.type === 'setError' && action.key === key && action.meta.seq === seq;
    }),
  );
}
