/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CommitRecord } from '../../inspect/Recording.ts';
import { countOf } from '../parts/format.ts';
import { JsonTree } from '../parts/JsonTree.tsx';
import { EntityLink, PlaceLink } from '../parts/PlaceLink.tsx';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { valueText } from '../valueText.ts';
import { changeCounts, type EntityChange, entityChanges } from './entityChanges.ts';
import { type MemberChange, recordDifference } from './recordDifference.ts';

/** So many entities of each class are listed at first, and with each click. */
const STEP = 20;

const SIGNS = { added: '+', updated: '~', removed: '−' } as const;

/** The entities that a commit changed, member by member. */
export function ChangeList({
  session,
  changes,
}: {
  readonly session: DevtoolsSession;
  readonly changes: CommitRecord['changes'];
}): VNode {
  const [limit, setLimit] = useState(STEP);
  const counts = changeCounts(changes);
  if (counts.length === 0) return <p class="dim">No entity was changed.</p>;
  const shown = entityChanges(changes, limit);
  const hidden = counts.reduce((sum, { entityKey }) => sum + changes.changeCount(entityKey), 0);
  const rest = hidden - shown.length;
  return (
    <>
      <ul class="changes">
        {shown.map((change) => (
          <li key={`${change.entityKey} ${change.pk}`}>
            <Change session={session} change={change} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" class="link" onClick={() => setLimit(limit + STEP)}>
          {countOf(rest, 'more entity', 'more entities')}
        </button>
      )}
    </>
  );
}

function Change({
  session,
  change: { after, before, entityKey, pk },
}: {
  readonly session: DevtoolsSession;
  readonly change: EntityChange;
}): VNode {
  const type = before === undefined ? 'added' : after === undefined ? 'removed' : 'updated';
  return (
    <>
      <p>
        <span class={`sign-${type}`} aria-hidden="true">
          {SIGNS[type]}
        </span>{' '}
        <EntityLink session={session} of={{ entityKey, pk }} /> <span class="dim">{type}</span>{' '}
        <PlaceLink session={session} to={{ tab: 'why', entity: { entityKey, pk } }}>
          why?
        </PlaceLink>
      </p>
      {before && after ? (
        <MemberChanges changes={recordDifference(before, after)} />
      ) : (
        <JsonTree label={`${entityKey} ${pk}`} value={after ?? before} depth={0} />
      )}
    </>
  );
}

function MemberChanges({ changes }: { readonly changes: readonly MemberChange[] }): VNode {
  return (
    <table class="difference">
      <thead class="visually-hidden">
        <tr>
          <th>Member</th>
          <th>Before</th>
          <th>After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ after, before, path, type }) => (
          <tr key={`${type} ${path}`}>
            <th scope="row">{path}</th>
            <td>{type === 'added' ? <None /> : <del>{valueText(before, 200)}</del>}</td>
            <td>{type === 'removed' ? <None /> : <ins>{valueText(after, 200)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function None(): VNode {
  return <span class="dim">–</span>;
}
