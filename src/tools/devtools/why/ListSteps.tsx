/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { listStepText } from '../listStepText.ts';
import { CommitLink } from '../components/RouteLink.tsx';
import type { Redactor } from '../redact.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import type { EntityStep } from './reasonsOf.ts';

/** The lists that an entity left and joined, each with its reason and its commit. */
export function ListSteps({
  session,
  steps,
  redactor,
}: {
  readonly session: DevtoolsSession;
  readonly steps: readonly EntityStep[];
  readonly redactor: Redactor;
}): VNode {
  return (
    <ul class="rows">
      {steps.map(({ commit, step }) => (
        <li key={`${step.listKey} ${JSON.stringify(step.args)}`}>
          <span>
            {listStepText(step, redactor)},{' '}
            <CommitLink session={session} version={commit.version} />
          </span>
        </li>
      ))}
    </ul>
  );
}
