/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityReport, KeyReport } from '../../inspect/reports.ts';
import { callText } from '../actionText.ts';
import { countOf, formatTime } from '../components/format.ts';
import { JsonTree } from '../components/JsonTree.tsx';
import { CommitLink, EntityLink, KeyLink, RequestLink } from '../components/RouteLink.tsx';
import type { Redactor } from '../redact.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { subjectOf } from '../timeline/actionParts.ts';
import { ActionTag } from '../timeline/ActionTag.tsx';
import { ListSteps } from './ListSteps.tsx';
import type { Reasons, RowsOrigin } from './reasonsOf.ts';
import { Step } from './Step.tsx';

/** So many rows are listed at first, and with each click. */
const STEP = 20;

interface ViewProps {
  readonly session: DevtoolsSession;
  readonly reasons: Reasons;
  readonly redactor: Redactor;
}

/** The way of a value to the page, from the component back to the request. */
export function ReasonsView({ session, reasons, redactor }: ViewProps): VNode {
  const { layers, steps, title, value } = reasons;
  return (
    <>
      <div class="heading">
        <h2 class="mono">{title}</h2>
      </div>
      <ol class="chain">
        <Step title="The value">
          <JsonTree
            label="Value"
            value={value}
            onWhy={(object) => session.open({ tab: 'why', value: object })}
          />
        </Step>
        <ShownBy session={session} reasons={reasons} redactor={redactor} />
        <Step title="The view">
          <Views session={session} reasons={reasons} redactor={redactor} />
        </Step>
        <Step title={`Made of ${countOf(reasons.rowCount, 'entity', 'entities')}`}>
          <Rows session={session} rows={reasons.rows} rowCount={reasons.rowCount} />
        </Step>
        <Step title="Where the entities come from">
          <Origins session={session} reasons={reasons} redactor={redactor} />
        </Step>
        {steps.length > 0 && (
          <Step title="Lists that it left and joined">
            <ListSteps session={session} steps={steps} redactor={redactor} />
          </Step>
        )}
        {layers.length > 0 && (
          <Step title="Predicted by pending mutations">
            <ul class="rows">
              {layers.map((layer) => (
                <li key={layer.seq}>
                  <span class="badge optimistic">layer</span>
                  <span class="mono">{callText(layer, redactor)}</span>
                  <span class="dim">
                    since {formatTime(layer.at)}, {countOf(layer.rows.length, 'entity', 'entities')}
                  </span>
                </li>
              ))}
            </ul>
          </Step>
        )}
      </ol>
    </>
  );
}

/** The observers of the keys. */
function ShownBy({ session, reasons: { keys } }: ViewProps): VNode {
  const observed = keys.filter(({ observers }) => observers.length > 0);
  return (
    <Step title="Shown by">
      {observed.length === 0 && <p class="dim">No observer of its keys.</p>}
      <ul class="rows">
        {observed.map(({ key, name, observers }) => (
          <li key={key}>
            <span>
              {[...new Set(observers.map(({ label }) => label))].join(', ')}
              <span class="dim"> through </span>
              <KeyLink session={session} of={key}>
                {name}
              </KeyLink>
            </span>
          </li>
        ))}
      </ul>
    </Step>
  );
}

function Views({ session, reasons: { containers, keys, queries }, redactor }: ViewProps): VNode {
  if (keys.length + queries.length + containers.length === 0) {
    return <p class="dim">No key and no query contains it.</p>;
  }
  return (
    <ul class="rows">
      {keys.map((report) => (
        <KeyRow key={report.key} session={session} report={report} redactor={redactor} />
      ))}
      {queries.map((name) => (
        <li key={name}>
          <span class="mono">{redactor.text(name)}</span>
        </li>
      ))}
      {containers.map(({ entityKey, pk }) => (
        <li key={`${entityKey} ${pk}`}>
          <span class="dim">inside of</span>
          <EntityLink session={session} of={{ entityKey, pk }} />
        </li>
      ))}
    </ul>
  );
}

function KeyRow({
  session,
  report: { args = [], key, name, state },
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly report: KeyReport;
  readonly redactor: Redactor;
}): VNode {
  return (
    <li>
      <KeyLink session={session} of={key}>
        {callText({ name, args }, redactor)}
      </KeyLink>
      <span class={`badge ${state.status}`}>{state.status}</span>
      {state.fetching && <span class="badge fetching">fetching</span>}
    </li>
  );
}

function Rows({
  session,
  rows,
  rowCount,
}: {
  readonly session: DevtoolsSession;
  readonly rows: readonly EntityReport[];
  readonly rowCount: number;
}): VNode {
  const [limit, setLimit] = useState(STEP);
  const shown = rows.slice(0, limit);
  if (rowCount === 0) return <p class="dim">It contains no entity.</p>;
  return (
    <>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Entities">
        <table class="facts-table">
          <thead>
            <tr>
              <th scope="col">Entity</th>
              <th scope="col">Requested</th>
              <th scope="col">Received</th>
              <th scope="col">Expires</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ entityKey, meta, pk, record }) => (
              <tr key={`${entityKey} ${pk}`}>
                <td>
                  <EntityLink session={session} of={{ entityKey, pk }} />
                  {record === undefined && <span class="bad"> removed</span>}
                </td>
                <td>{meta ? formatTime(meta.fetchedAt) : '–'}</td>
                <td>{meta ? formatTime(meta.receivedAt) : '–'}</td>
                <td>{meta ? formatTime(meta.expiresAt) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > limit && (
        <button type="button" class="link" onClick={() => setLimit(limit + STEP)}>
          {countOf(rowCount - limit, 'more entity', 'more entities')}
        </button>
      )}
    </>
  );
}

function Origins({ session, reasons, redactor }: ViewProps): VNode {
  const { origins, unknownOrigins } = reasons;
  return (
    <ul class="rows origins">
      {origins.map((origin) => (
        <OriginRow
          key={origin.commit.version}
          session={session}
          origin={origin}
          redactor={redactor}
        />
      ))}
      {unknownOrigins > 0 && (
        <li class="dim">
          {countOf(unknownOrigins, 'entity', 'entities')}: from before the recorded commits.
        </li>
      )}
    </ul>
  );
}

function OriginRow({
  session,
  origin: { commit, request, rows },
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly origin: RowsOrigin;
  readonly redactor: Redactor;
}): VNode {
  const names = rows.slice(0, 3).map(({ entityKey, pk }) => `${entityKey} ${pk}`);
  const rest = rows.length - names.length;
  const [action] = commit.actions;
  return (
    <li class="origin">
      <p>
        <CommitLink session={session} version={commit.version} />{' '}
        {action && (
          <>
            <ActionTag type={action.type} /> <span class="mono">{subjectOf(action, redactor)}</span>
          </>
        )}{' '}
        <span class="dim">
          {formatTime(commit.at)}, changed {names.join(', ')}
          {rest > 0 && ` and ${rest} more`}
        </span>
      </p>
      {request ? (
        <p>
          <span class="dim">because of </span>
          <RequestLink session={session} id={request.id}>
            {callText(request, redactor)}
          </RequestLink>
          . {request.reason.text}
        </p>
      ) : (
        <p class="dim">No recorded request brought it: the program wrote it.</p>
      )}
    </li>
  );
}
