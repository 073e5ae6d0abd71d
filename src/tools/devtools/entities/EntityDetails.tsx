/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { originIn } from '../../inspect/originIn.ts';
import type { EntityName, EntityReport } from '../../inspect/reports.ts';
import { useLive } from '../panel/useLive.ts';
import { useStateOf } from '../panel/useStateOf.ts';
import { countOf, formatTime } from '../components/format.ts';
import { CommitLink, EntityLink, KeyLink, RequestLink } from '../components/RouteLink.tsx';
import { countdown } from '../components/statusText.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { RecordEditor } from './RecordEditor.tsx';

/** How many containers are listed. */
const MAX_CONTAINERS = 50;

/** One entity: its record, which can be edited, its meta, its origin, and what contains it. */
export function EntityDetails({
  session,
  of: { entityKey, pk },
}: {
  readonly session: DevtoolsSession;
  readonly of: EntityName;
}): VNode {
  useLive(session);
  const { inspector } = session;
  const isEarlier = useStateOf(inspector.shown$) !== undefined;
  const report = inspector.entity(entityKey, pk);
  // The store knows the layers of the present only.
  const layers = (isEarlier ? [] : inspector.layers()).filter(({ rows }) =>
    rows.some((row) => row.entityKey === entityKey && row.pk === pk),
  );
  return (
    <>
      <div class="heading">
        <h2 class="mono">
          {entityKey} {pk}
        </h2>
        {report && !report.record && <span class="removed">removed</span>}
        {layers.map(({ seq, name }) => (
          <span key={seq} class="badge optimistic">
            predicted by {name}
          </span>
        ))}
      </div>
      {report ? (
        <>
          {report.record && (
            <RecordEditor
              record={report.record}
              isReadonly={isEarlier}
              onSave={(record) => inspector.edit(entityKey, pk, record)}
            />
          )}
          <Meta session={session} report={report} />
        </>
      ) : (
        <p class="dim">The store does not have this entity.</p>
      )}
      <OriginOf session={session} of={{ entityKey, pk }} />
      <Containers session={session} of={{ entityKey, pk }} />
    </>
  );
}

function Meta({
  session,
  report: { meta },
}: {
  readonly session: DevtoolsSession;
  readonly report: EntityReport;
}): VNode | null {
  if (!meta) return null;
  const left = meta.expiresAt - session.inspector.now();
  return (
    <section>
      <h3>Meta</h3>
      <dl class="facts">
        <dt>Requested</dt>
        <dd>{formatTime(meta.fetchedAt)}</dd>
        <dt>Received</dt>
        <dd>{formatTime(meta.receivedAt)}</dd>
        <dt>Expires</dt>
        <dd>
          {formatTime(meta.expiresAt)}
          {Number.isFinite(left) && (
            <span class="dim">{left > 0 ? ` in ${countdown(left)}` : ', it is stale'}</span>
          )}
        </dd>
        <dt>seq</dt>
        <dd>{Number.isFinite(meta.seq) ? meta.seq : 'that of the mutation, when it settles'}</dd>
      </dl>
    </section>
  );
}

interface OfEntity {
  readonly session: DevtoolsSession;
  readonly of: EntityName;
}

function OriginOf({ session, of: { entityKey, pk } }: OfEntity): VNode {
  const { recording } = session;
  const { commits, requests } = recording;
  // The search reads all commits.
  const origin = useMemo(
    () => originIn({ commits, requests }, entityKey, pk),
    [commits, requests, entityKey, pk],
  );
  return (
    <section>
      <h3>Last change</h3>
      {origin ? (
        <p>
          <CommitLink session={session} version={origin.commit.version} />,{' '}
          {formatTime(origin.commit.at)}
          {origin.request ? (
            <>
              , by the response of <RequestLink session={session} id={origin.request.id} /> of{' '}
              <KeyLink session={session} of={origin.request.key}>
                {origin.request.name}
              </KeyLink>
            </>
          ) : (
            `, by ${origin.commit.actions.map(({ type }) => type).join(', ')}`
          )}
        </p>
      ) : (
        <p class="dim">No recorded commit changed it.</p>
      )}
    </section>
  );
}

function Containers({ session, of: { entityKey, pk } }: OfEntity): VNode {
  const containers = session.inspector.containersOf(entityKey, pk);
  return (
    <section>
      <h3>Contained in</h3>
      {containers.length === 0 && <p class="dim">No data that was read contains it.</p>}
      <ul class="rows">
        {containers.slice(0, MAX_CONTAINERS).map((container) =>
          container.type === 'key' ? (
            <li key={container.key}>
              <span class="tag">key</span>
              <KeyLink session={session} of={container.key}>
                {container.name}
              </KeyLink>
              <code class="dim">{container.key}</code>
            </li>
          ) : (
            <li key={`${container.entityKey}\0${container.pk}`}>
              <span class="tag">entity</span>
              <EntityLink session={session} of={container} />
            </li>
          ),
        )}
      </ul>
      {containers.length > MAX_CONTAINERS && (
        <p class="dim">and {countOf(containers.length - MAX_CONTAINERS, 'other')}</p>
      )}
    </section>
  );
}
