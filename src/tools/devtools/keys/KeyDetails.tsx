/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { KeyReport, ObserverReport } from '../../inspect/reports.ts';
import type { RequestRecord } from '../../inspect/Recording.ts';
import { useLive } from '../panel/useLive.ts';
import { formatDuration, formatTime } from '../components/format.ts';
import { JsonTree } from '../components/JsonTree.tsx';
import { RouteLink, RequestLink } from '../components/RouteLink.tsx';
import { StatusBadge } from '../components/StatusBadge.tsx';
import { countdown } from '../components/statusText.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { KeyCommands } from './KeyCommands.tsx';

/** How many requests of a key are listed. */
const MAX_REQUESTS = 20;

/** One key: state, commands, observers, requests, result and data. */
export function KeyDetails({
  session,
  endpointKey,
}: {
  readonly session: DevtoolsSession;
  readonly endpointKey: string;
}): VNode {
  useLive(session);
  const { inspector, recording } = session;
  const report = inspector.key(endpointKey);
  const all = recording.requests.filter(({ key }) => key === endpointKey);
  if (!report) {
    return (
      <>
        <h2 class="mono">{endpointKey}</h2>
        <p class="dim">The store does not hold this key.</p>
        <Requests session={session} requests={all} />
      </>
    );
  }
  const { args, name, observers, result, state } = report;
  const onWhy = (value: object): void => session.open({ tab: 'why', key: endpointKey, value });
  return (
    <>
      <div class="heading">
        <h2>{name}</h2>
        <StatusBadge state={state} now={inspector.now()} />
        <RouteLink session={session} to={{ tab: 'why', key: endpointKey, value: state.data }}>
          why?
        </RouteLink>
      </div>
      <KeyCommands session={session} endpointKey={endpointKey} />
      {state.error && (
        <section>
          <h3>Last error{state.errorPolicy && ` (${state.errorPolicy})`}</h3>
          <p class="bad">{String(state.error)}</p>
        </section>
      )}
      <Times report={report} now={inspector.now()} />
      <section>
        <h3>Args</h3>
        <JsonTree label="Args" value={args?.length === 1 ? args[0] : args} depth={3} />
      </section>
      <Observers observers={observers} />
      <Requests session={session} requests={all} />
      <section>
        <h3>Data</h3>
        <JsonTree
          key={endpointKey}
          label="Data"
          value={state.data}
          onWhy={onWhy}
          onEntity={(entity) => session.open({ tab: 'entities', entity })}
        />
      </section>
      <section>
        <h3>Normalized result</h3>
        <JsonTree key={endpointKey} label="Normalized result" value={result} />
      </section>
      <section>
        <h3>Key</h3>
        <code>{endpointKey}</code>
      </section>
    </>
  );
}

function Times({
  report: { state },
  now,
}: {
  readonly report: KeyReport;
  readonly now: number;
}): VNode {
  const left = state.expiresAt - now;
  return (
    <section>
      <dl class="facts">
        <dt>Status</dt>
        <dd>{state.status}</dd>
        <dt>Fetched</dt>
        <dd>{formatTime(state.fetchedAt)}</dd>
        <dt>Expires</dt>
        <dd>
          {formatTime(state.expiresAt)}
          {left > 0 && Number.isFinite(left) && <span class="dim"> in {countdown(left)}</span>}
        </dd>
        {state.fetching && (
          <>
            <dt>Request</dt>
            <dd>in flight, try {state.attempt}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** Observers with one label are one line. */
function Observers({ observers }: { readonly observers: readonly ObserverReport[] }): VNode {
  const groups = new Map<string, ObserverReport[]>();
  for (const observer of observers) {
    const name = `${observer.label} ${observer.isActive}`;
    groups.set(name, [...(groups.get(name) ?? []), observer]);
  }
  return (
    <section>
      <h3>Observers</h3>
      {groups.size === 0 && <p class="dim">None.</p>}
      <ul class="rows">
        {[...groups].map(([name, [first, ...others]]) => (
          <li key={name}>
            <span class="mono">{first.label}</span>
            {others.length > 0 && <span class="dim">× {others.length + 1}</span>}
            <span class="tag">{first.isComponent ? 'component' : 'function'}</span>
            {!first.isActive && <span class="tag">passive</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Requests({
  session,
  requests,
}: {
  readonly session: DevtoolsSession;
  readonly requests: readonly RequestRecord[];
}): VNode {
  const latest = requests.slice(-MAX_REQUESTS).sort((a, b) => b.id - a.id);
  return (
    <section>
      <h3>Requests</h3>
      {latest.length === 0 && <p class="dim">None is recorded.</p>}
      <ul class="rows">
        {latest.map((request) => (
          <li key={request.id}>
            <RequestLink session={session} id={request.id} />
            <span class={`badge ${request.outcome}`}>{request.outcome}</span>
            <span class="dim">
              {formatTime(request.attempts[0])}
              {request.settledAt !== undefined &&
                `, ${formatDuration(request.settledAt - request.attempts[0])}`}
            </span>
            <span>{request.reason.text}</span>
          </li>
        ))}
      </ul>
      {requests.length > MAX_REQUESTS && (
        <p class="dim">and {requests.length - MAX_REQUESTS} earlier ones</p>
      )}
    </section>
  );
}
