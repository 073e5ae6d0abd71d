import { type ReactNode, useEffect, useState } from 'react';
import { Axis, Lane, type LaneMark } from './Lane.tsx';
import { FRAME, textOf, type Recorder, type RequestRecord, type StateRecord } from './Recorder.ts';

/** The shortest and the longest time that lanes show, ms. */
const SHORTEST = 4_000;
const LONGEST = 20_000;

/** Records that are listed; earlier ones are left out. */
const SHOWN = 12;

/** What a program does, drawn while it does it. */
export function Panes({ recorder }: { readonly recorder: Recorder }) {
  const now = useDrawnTime(recorder);
  const until = Math.max(SHORTEST, now);
  // Whole seconds: the first tick is at the start of the lane.
  const from = 1_000 * Math.max(0, Math.floor((until - LONGEST) / 1_000));
  const time = { from, until, now };
  const { requests, streams, commits, renders, output } = recorder;
  return (
    <>
      <Axis time={time} />
      <Pane title="Streams" empty="No key is observed." count={streams.size}>
        {[...streams].map(([key, states]) => (
          <StreamRow key={key} name={key} states={states} time={time} />
        ))}
      </Pane>
      <Pane title="Requests" empty="No request was sent." count={requests.length}>
        {requests.slice(-SHOWN).map((request) => (
          <RequestRow key={request.from} request={request} time={time} />
        ))}
      </Pane>
      <Pane title="Commits and renders" empty="Nothing was written." count={commits.length}>
        <MarkRow name="commits" marks={commits} time={time} />
        {renders.length > 0 && <MarkRow name="renders" marks={renders} time={time} />}
      </Pane>
      <Pane title="Output" empty="Nothing was printed." count={output.length}>
        <ol className="output">
          {output.slice(-100).map(({ at, level, text }, index) => (
            <li key={index} className={level}>
              <time>{seconds(at)}</time>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </Pane>
    </>
  );
}

export interface Time {
  /** The times at both ends of the lanes, ms since the start of the program. */
  readonly from: number;
  readonly until: number;
  readonly now: number;
}

/**
 * The time up to which the lanes are drawn: it stands still a second after the last record, unless
 * a request is in flight.
 */
function useDrawnTime(recorder: Recorder): number {
  const [drawn, setDrawn] = useState({ now: 0, version: 0 });
  useEffect(() => {
    const timer = setInterval(() => {
      const { inFlight, lastAt, now, version } = recorder;
      const until = inFlight ? now : Math.min(now, lastAt + 1_000);
      setDrawn((last) =>
        last.now === until && last.version === version ? last : { now: until, version },
      );
    }, FRAME);
    return () => clearInterval(timer);
  }, [recorder]);
  return drawn.now;
}

interface PaneProps {
  readonly title: string;
  /** Shown while there are no records. */
  readonly empty: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Pane({ title, empty, count, children }: PaneProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {count > 0 ? children : <p className="empty">{empty}</p>}
    </section>
  );
}

interface StreamRowProps {
  readonly name: string;
  readonly states: readonly StateRecord[];
  readonly time: Time;
}

function StreamRow({ name, states, time }: StreamRowProps) {
  const state = states.at(-1)?.state;
  const bars = states.flatMap(({ at, state: shown }, index): LaneMark[] => {
    const to = states[index + 1]?.at;
    if (!shown) return [];
    const kind = shown.error ? 'failed' : shown.optimistic ? 'optimistic' : shown.status;
    return [
      { kind, at, to: to ?? time.now, isFetching: shown.fetching, isPoint: true, text: kind },
    ];
  });
  return (
    <article>
      <header>
        <code>{name}</code>
        {state ? <b className={state.status}>{state.status}</b> : <b>not observed</b>}
        {state?.optimistic && <b className="optimistic">optimistic</b>}
        {state?.fetching && <b className="fetching">fetching</b>}
        {state?.error && <b className="failed">{state.error.name}</b>}
        <small>{states.length} emitted</small>
      </header>
      <Lane name={`States of ${name}`} marks={bars} time={time} />
      <p className="data">{state?.data === undefined ? 'no data' : shortened(state.data)}</p>
    </article>
  );
}

interface RequestRowProps {
  readonly request: RequestRecord;
  readonly time: Time;
}

function RequestRow({ request: { name, from, to, outcome }, time }: RequestRowProps) {
  const isGood = typeof outcome === 'number' && outcome < 400;
  const kind = outcome === undefined ? 'fetching' : isGood ? 'valid' : 'failed';
  const took = `${Math.round((to ?? time.now) - from)} ms`;
  return (
    <article>
      <header>
        <code>{name}</code>
        <b className={kind}>{outcome ?? 'in flight'}</b>
        <small>{took}</small>
      </header>
      <Lane name={name} marks={[{ kind, at: from, to: to ?? time.now, text: took }]} time={time} />
    </article>
  );
}

interface MarkRowProps {
  readonly name: string;
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  readonly time: Time;
}

function MarkRow({ name, marks, time }: MarkRowProps) {
  const last = marks.at(-1);
  return (
    <article>
      <header>
        <code>{name}</code>
        {last && <b>{last.text}</b>}
        <small>{marks.length}</small>
      </header>
      <Lane
        name={name}
        marks={marks.map((mark) => ({ ...mark, kind: 'mark', isPoint: true }))}
        time={time}
      />
    </article>
  );
}

function shortened(data: unknown): string {
  const text = textOf(data);
  return text.length > 160 ? `${text.slice(0, 160)} …` : text;
}

function seconds(at: number): string {
  return `${(at / 1_000).toFixed(2)} s`;
}
