/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';
import type { CommitRecord, RequestRecord } from '../../inspect/Recording.ts';
import { callText } from '../actionText.ts';
import { countOf, formatDuration, formatTime } from '../components/format.ts';
import type { Redactor } from '../redact.ts';
import { OutcomeBadge } from '../requests/OutcomeBadge.tsx';
import { durationOf, stateOf } from '../requests/waterfall.ts';
import { subjectOf } from './actionParts.ts';
import { ActionTag } from './ActionTag.tsx';
import { ChangeBadges } from './ChangeBadges.tsx';
import type { Entry } from './entries.ts';
import type { Journey } from './Journey.ts';

function Head({ children }: { readonly children: ComponentChildren }): VNode {
  return <span role="columnheader">{children}</span>;
}

/** The columns of a list with room, and of one without. */
export const LAYOUTS = {
  wide: {
    columns: 'timeline-columns',
    rowHeight: 28,
    head: (
      <>
        <Head>
          <span class="visually-hidden">Shown</span>
        </Head>
        <Head>Time</Head>
        <Head>Action</Head>
        <Head>Changed</Head>
        <Head>Effects</Head>
      </>
    ),
  },
  narrow: {
    columns: 'timeline-columns narrow',
    rowHeight: 46,
    head: (
      <>
        <Head>
          <span class="visually-hidden">Shown</span>
        </Head>
        <Head>Action, changes and effects</Head>
      </>
    ),
  },
} as const;

/** The cells of one entry of the timeline. */
export function EntryCells({
  entry,
  journey,
  redactor,
  isNarrow,
  now,
}: {
  readonly entry: Entry;
  readonly journey: Journey;
  readonly redactor: Redactor;
  readonly isNarrow: boolean;
  /** ms since epoch */
  readonly now: number;
}): VNode {
  const sign = <TravelSign entry={entry} journey={journey} />;
  const time = <span class="mono dim">{formatTime(entry.at)}</span>;
  const { changed, effects, what } = contentOf(entry, redactor, now);
  if (isNarrow) {
    return (
      <>
        <span role="gridcell">{sign}</span>
        <span role="gridcell" class="two-lines">
          <span class="line">{what}</span>
          <span class="line">
            {time} {changed} {effects}
          </span>
        </span>
      </>
    );
  }
  return (
    <>
      <span role="gridcell">{sign}</span>
      <span role="gridcell">{time}</span>
      <span role="gridcell">{what}</span>
      <span role="gridcell">{changed}</span>
      <span role="gridcell">{effects}</span>
    </>
  );
}

interface Content {
  readonly what: VNode;
  readonly changed?: VNode;
  readonly effects: VNode;
}

function contentOf(entry: Entry, redactor: Redactor, now: number): Content {
  if (entry.type === 'request') {
    const { request } = entry;
    return {
      what: <RequestText request={request} redactor={redactor} />,
      effects: <RequestEffects request={request} now={now} />,
    };
  }
  const { commit } = entry;
  return {
    what: <Actions commit={commit} redactor={redactor} />,
    changed: <ChangeBadges changes={commit.changes} />,
    effects: <Effects commit={commit} />,
  };
}

/** Which commit the page shows, what comes after it, and what is held. */
function TravelSign({
  entry,
  journey,
}: {
  readonly entry: Entry;
  readonly journey: Journey;
}): VNode {
  const { shown } = journey;
  if (!shown) return <span class="sign" />;
  if (entry.type === 'commit' && entry.commit.snapshot === shown) {
    return (
      <span class="sign shown" title="The page shows the state after this commit">
        <span aria-hidden="true">◉</span>
        <span class="visually-hidden">shown on the page</span>
      </span>
    );
  }
  if (
    entry.type === 'commit' ? journey.isHeld(entry.commit) : journey.isHeldRequest(entry.request)
  ) {
    return (
      <span class="sign held" title="Held until the present is shown">
        <span aria-hidden="true">‖</span>
        <span class="visually-hidden">held</span>
      </span>
    );
  }
  return <span class={entry.at > shown.at ? 'sign later' : 'sign'} />;
}

function Actions({
  commit: { actions, version },
  redactor,
}: {
  readonly commit: CommitRecord;
  readonly redactor: Redactor;
}): VNode {
  const [first, ...others] = actions;
  if (!first) return <span class="dim">#{version}</span>;
  return (
    <>
      <ActionTag type={first.type} /> <span class="mono">{subjectOf(first, redactor)}</span>
      {others.length > 0 && <span class="dim"> and {countOf(others.length, 'more action')}</span>}
    </>
  );
}

function Effects({
  commit: { emitted, rendered, requests },
}: {
  readonly commit: CommitRecord;
}): VNode {
  const parts = [
    rendered.length > 0 && `rendered ${rendered.join(', ')}`,
    emitted.length > 0 && countOf(emitted.length, 'stream'),
    requests.length > 0 && countOf(requests.length, 'request'),
  ].filter((part) => part !== false);
  return <span class="dim">{parts.join(' · ')}</span>;
}

function RequestText({
  request,
  redactor,
}: {
  readonly request: RequestRecord;
  readonly redactor: Redactor;
}): VNode {
  return (
    <>
      <ActionTag type="request" /> <span class="mono">{callText(request, redactor)}</span>
    </>
  );
}

function RequestEffects({
  request,
  now,
}: {
  readonly request: RequestRecord;
  readonly now: number;
}): VNode {
  return (
    <>
      <OutcomeBadge outcome={stateOf(request)} />{' '}
      {request.settledAt !== undefined && (
        <span class="dim">{formatDuration(durationOf(request, now))}</span>
      )}
    </>
  );
}
