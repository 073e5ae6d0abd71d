/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ListStep } from '../../../data/schema/collection/listReasons.ts';
import { listStepsOf } from '../../inspect/listStepsOf.ts';
import type { CommitRecord } from '../../inspect/Recording.ts';
import { listStepText } from '../listStepText.ts';
import { countOf } from '../components/format.ts';
import { JsonTree } from '../components/JsonTree.tsx';
import { EntityLink, RouteLink } from '../components/RouteLink.tsx';
import type { Redactor } from '../redact.ts';
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
  commit,
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly commit: CommitRecord;
  readonly redactor: Redactor;
}): VNode {
  const [limit, setLimit] = useState(STEP);
  const { changes } = commit;
  const steps = useMemo(() => stepsByEntity(commit), [commit]);
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
            <Change
              session={session}
              change={change}
              steps={steps.get(`${change.entityKey} ${change.pk}`) ?? []}
              redactor={redactor}
            />
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

/** The lists that entities left and joined, by the names of the entities. */
function stepsByEntity(commit: CommitRecord): ReadonlyMap<string, readonly ListStep[]> {
  const found = new Map<string, ListStep[]>();
  for (const step of listStepsOf(commit)) {
    const name = `${step.entityKey} ${step.pk}`;
    found.set(name, [...(found.get(name) ?? []), step]);
  }
  return found;
}

function Change({
  session,
  change: { after, before, entityKey, pk },
  steps,
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly change: EntityChange;
  readonly steps: readonly ListStep[];
  readonly redactor: Redactor;
}): VNode {
  const type = before === undefined ? 'added' : after === undefined ? 'removed' : 'updated';
  return (
    <>
      <p>
        <span class={`sign-${type}`} aria-hidden="true">
          {SIGNS[type]}
        </span>{' '}
        <EntityLink session={session} of={{ entityKey, pk }} /> <span class="dim">{type}</span>{' '}
        <RouteLink session={session} to={{ tab: 'why', entity: { entityKey, pk } }}>
          why?
        </RouteLink>
      </p>
      {steps.map((step) => (
        <p key={`${step.type} ${step.listKey} ${JSON.stringify(step.args)}`} class="dim">
          {listStepText(step, redactor)}
        </p>
      ))}
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
