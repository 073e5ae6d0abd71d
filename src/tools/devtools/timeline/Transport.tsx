/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { CommitRecord, Recording } from '../../inspect/Recording.ts';
import { countOf, formatCount } from '../components/format.ts';
import { SelectField } from '../components/SelectField.tsx';
import { useValue } from '../panel/useValue.ts';
import type { Journey } from './Journey.ts';
import type { Replay } from './Replay.ts';

const SPEEDS = [0.5, 1, 2, 5, 10];

/** The controls of time travel: steps, replay, and back to the present. */
export function Transport({
  journey,
  replay,
  recording,
  selected,
  onStep,
}: {
  readonly journey: Journey;
  readonly replay: Replay;
  readonly recording: Recording;
  /** The selected commit: a replay begins with it. Default: with the one that is shown. */
  readonly selected: CommitRecord | undefined;
  /** Called with the commit that a step shows. */
  readonly onStep: (commit: CommitRecord | undefined) => void;
}): VNode {
  const playing = useValue(replay.state$);
  const { commits } = recording;
  const { shown } = journey;
  const step = (by: number) => (): void => onStep(journey.step(by));
  const isAtStart = shown !== undefined && shown.version <= recording.start.version;
  const isAtEnd = shown === undefined || shown.version >= (commits.at(-1)?.version ?? 0);
  const play = (): void => {
    const from = selected?.version ?? shown?.version ?? 0;
    replay.play(commits.filter(({ version }) => version >= from));
  };
  return (
    <div class="toolbar transport" role="group" aria-label="Time travel">
      <button
        type="button"
        class="button"
        disabled={commits.length === 0 || isAtStart}
        aria-label="Start"
        title="Show the state before the first recorded commit"
        onClick={() => {
          journey.showStart();
        }}
      >
        |◀<span class="wide-only"> Start</span>
      </button>
      <button
        type="button"
        class="button"
        disabled={commits.length === 0 || isAtStart}
        aria-label="Earlier"
        title="Show the state one commit earlier"
        onClick={step(-1)}
      >
        ◀<span class="wide-only"> Earlier</span>
      </button>
      <button
        type="button"
        class="button"
        disabled={isAtEnd}
        aria-label="Later"
        title="Show the state one commit later"
        onClick={step(1)}
      >
        <span class="wide-only">Later </span>▶
      </button>
      {playing ? (
        <button type="button" class="button primary" onClick={() => replay.stop()}>
          ■ Stop
        </button>
      ) : (
        <button
          type="button"
          class="button"
          disabled={commits.length === 0}
          title={
            selected
              ? `Play the commits from #${selected.version} to the end`
              : 'Play the commits to the end'
          }
          onClick={play}
        >
          ▷ Replay
        </button>
      )}
      <SelectField
        label="Speed of the replay"
        value={String(replay.speed)}
        options={SPEEDS.map((speed) => [String(speed), `${speed}×`])}
        onChange={(speed) => replay.setSpeed(Number(speed))}
      />
      <span class={shown || playing ? 'dim' : 'dim wide-only'} role="status">
        {playing
          ? `Commit ${playing.step} of ${formatCount(playing.steps)}`
          : shown
            ? heldText(journey)
            : 'The page shows the present.'}
      </span>
    </div>
  );
}

function heldText({ heldCount, heldRequestCount }: Journey): string {
  const parts = [
    heldCount > 0 && countOf(heldCount, 'commit'),
    heldRequestCount > 0 && countOf(heldRequestCount, 'response'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'Nothing has happened since.';
  return `Held until the present is shown: ${parts.join(' and ')}.`;
}
