/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { CommitRecord, RequestRecord } from '../../inspect/Recording.ts';
import { callText } from '../actionText.ts';
import { countOf, formatTime } from '../components/format.ts';
import { JsonTree } from '../components/JsonTree.tsx';
import { KeyLink, RequestLink } from '../components/RouteLink.tsx';
import type { Redactor } from '../redact.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { keysOfAction, payloadOf, subjectOf } from './actionParts.ts';
import { ActionTag } from './ActionTag.tsx';
import { ChangeList } from './ChangeList.tsx';
import { travelOf } from './travelOf.ts';

type Action = CommitRecord['actions'][number];

/** So many keys or components are listed. */
const MAX_NAMES = 100;

/** One commit: its actions, what it changed, and what it caused. */
export function CommitDetails({
  session,
  commit,
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly commit: CommitRecord;
  readonly redactor: Redactor;
}): VNode {
  const { actions, at, emitted, rendered, requests, snapshot, version } = commit;
  const { journey, replay } = travelOf(session);
  const { commits, requests: known } = session.recording;
  const isShown = journey.shown === snapshot;
  const caused = known.filter(({ id }) => requests.includes(id));
  return (
    <>
      <div class="heading">
        <h2>Commit #{version}</h2>
        <span class="mono dim">{formatTime(at)}</span>
      </div>
      <div class="actions">
        {isShown ? (
          <button type="button" class="button primary" onClick={() => journey.showPresent()}>
            Show the present
          </button>
        ) : (
          <button type="button" class="button primary" onClick={() => journey.showCommit(commit)}>
            Show this state
          </button>
        )}
        <button
          type="button"
          class="button"
          onClick={() => replay.play(commits.filter((other) => other.version >= version))}
        >
          Replay from here
        </button>
      </div>
      <section>
        <h3>{countOf(actions.length, 'action')}</h3>
        {actions.slice(0, MAX_NAMES).map((action, i) => (
          <ActionDetails key={i} session={session} action={action} redactor={redactor} />
        ))}
        {actions.length > MAX_NAMES && (
          <p class="dim">and {countOf(actions.length - MAX_NAMES, 'more action')}</p>
        )}
      </section>
      <section>
        <h3>Changed entities</h3>
        <ChangeList session={session} commit={commit} redactor={redactor} />
      </section>
      <section>
        <h3>{countOf(emitted.length, 'stream')} emitted</h3>
        <ul class="rows">
          {emitted.slice(0, MAX_NAMES).map((name) => (
            <li key={name}>
              {session.inspector.key(name) ? (
                <KeyLink session={session} of={name}>
                  {redactor.text(name)}
                </KeyLink>
              ) : (
                <span class="mono">{redactor.text(name)}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{countOf(rendered.length, 'component')} rendered</h3>
        <p>{rendered.slice(0, MAX_NAMES).join(', ')}</p>
      </section>
      {caused.length > 0 && (
        <section>
          <h3>{countOf(caused.length, 'request')} caused</h3>
          <ul class="rows">
            {caused.map((request) => (
              <li key={request.id}>
                <RequestLink session={session} id={request.id}>
                  {callText(request, redactor)}
                </RequestLink>{' '}
                <span class="dim">{request.reason.text}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function ActionDetails({
  session,
  action,
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly action: Action;
  readonly redactor: Redactor;
}): VNode {
  const request = requestOf(action, session.recording.requests);
  return (
    <div class="action">
      <p>
        <ActionTag type={action.type} /> <span class="mono">{subjectOf(action, redactor)}</span>
      </p>
      <ul class="rows">
        {keysOfAction(action)
          .slice(0, MAX_NAMES)
          .map((key) => (
            <li key={key}>
              <span class="dim">key</span>
              <KeyLink session={session} of={key}>
                {redactor.text(key)}
              </KeyLink>
            </li>
          ))}
        {request && (
          <li>
            <span class="dim">brought by</span>
            <RequestLink session={session} id={request.id} />
            <span class="dim">{request.reason.text}</span>
          </li>
        )}
      </ul>
      {payloadOf(action).map(({ name, value }) => (
        <div key={name} class="payload">
          <span class="dim">{name}</span>
          <JsonTree label={name} value={value} depth={name === 'args' ? 1 : 0} />
        </div>
      ))}
    </div>
  );
}

/** The request that brought a response or a failure. Mutations have the seq at which they were sent. */
function requestOf(action: Action, requests: readonly RequestRecord[]): RequestRecord | undefined {
  if (action.type !== 'setResponse' && action.type !== 'setError') return undefined;
  const { key, meta } = action;
  const seq = (action.type === 'setResponse' ? action.sentSeq : undefined) ?? meta.seq;
  return requests.find((request) => request.key === key && request.seq === seq);
}
