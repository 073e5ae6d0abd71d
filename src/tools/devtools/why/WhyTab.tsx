/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { countOf } from '../components/format.ts';
import type { TabProps } from '../panel/TabProps.ts';
import { useSampled } from '../panel/useSampled.ts';
import { useValue } from '../panel/useValue.ts';
import { Redactor } from '../redact.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import type { Candidate } from './candidates.ts';
import { type Pick, pickOf, type PickState } from './Pick.ts';
import { ReasonsView } from './ReasonsView.tsx';
import { reasonsOf } from './reasonsOf.ts';

/** Explains a value: a link of another tab leads here, or a value is picked on the page. */
export function WhyTab({ session }: TabProps): VNode {
  const route = useValue(session.route$);
  const redactor = useMemo(() => new Redactor(session.redact), [session]);
  const pick = pickOf(session);
  const state = useValue(pick.state$);
  const frame = useRef<HTMLDivElement>(null);
  const read = useCallback(
    ({ inspector, recording }: DevtoolsSession) => reasonsOf(route, inspector, recording),
    [route],
  );
  const reasons = useSampled(session, read);
  useEffect(() => () => pick.cancel(), [pick]);
  const hasQuestion =
    route.value !== undefined || route.entity !== undefined || route.key !== undefined;
  const start = (): void => {
    const root = frame.current?.getRootNode();
    pick.start(root instanceof ShadowRoot ? root.host : (frame.current ?? window));
  };
  return (
    <div ref={frame} class="tab-frame">
      <div class="toolbar">
        {state.type === 'picking' ? (
          <button type="button" class="button primary" onClick={() => pick.cancel()}>
            Stop picking
          </button>
        ) : (
          <button type="button" class="button primary" onClick={start}>
            Pick a value on the page
          </button>
        )}
        <span class="dim" role="status">
          {statusText(state)}
        </span>
      </div>
      <div class="why-body" tabIndex={0} role="region" aria-label="Explanation">
        {state.type === 'picked' && state.candidates.length > 0 && (
          <Candidates
            pick={pick}
            candidates={state.candidates}
            chosen={route.value ?? route.entity}
          />
        )}
        {reasons ? (
          <ReasonsView session={session} reasons={reasons} redactor={redactor} />
        ) : (
          <p class="empty">
            {hasQuestion
              ? 'The store does not have this value: it has replaced it since, or it was removed.'
              : 'Pick a value on the page, or follow a link “why?” of another tab.'}
          </p>
        )}
      </div>
    </div>
  );
}

function statusText(state: PickState): string {
  if (state.type === 'none') return '';
  if (state.type === 'picking') {
    const keys = 'Click a value, or move with Tab and pick with Enter. Escape ends.';
    return state.label === undefined ? keys : `${state.label}. ${keys}`;
  }
  const { candidates, label } = state;
  if (candidates.length === 0) return `${label}: no value of the store was found in it.`;
  return `${label}: ${countOf(candidates.length, 'possible value')}`;
}

function Candidates({
  pick,
  candidates,
  chosen,
}: {
  readonly pick: Pick;
  readonly candidates: readonly Candidate[];
  readonly chosen: unknown;
}): VNode {
  return (
    <ul class="candidates" aria-label="Possible values">
      {candidates.map((candidate, i) => {
        const { entity, how, title, value } = candidate;
        const isChosen = (value ?? entity) === chosen;
        return (
          <li key={i}>
            <button
              type="button"
              class="candidate"
              aria-pressed={isChosen}
              onClick={() => pick.choose(candidate)}
            >
              <span class="mono">{title}</span> <span class="dim">{how}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
