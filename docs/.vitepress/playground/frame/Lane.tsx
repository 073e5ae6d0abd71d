import type { Time } from './Panes.tsx';

export interface LaneMark {
  /** Class name: the colour. */
  readonly kind: string;
  readonly at: number;
  /** End of a bar. */
  readonly to?: number;
  readonly isFetching?: boolean;
  /** Whether a point stands at the start. */
  readonly isPoint?: boolean;
  readonly text: string;
}

interface LaneProps {
  readonly name: string;
  readonly marks: readonly LaneMark[];
  readonly time: Time;
}

/** Marks on a line of time, with a tick for each second. */
export function Lane({ name, marks, time }: LaneProps) {
  const { from, until } = time;
  const shown = marks.filter(({ at, to = at }) => to >= from);
  const last = marks.at(-1)?.text ?? 'nothing';
  const style = { backgroundSize: `${100_000 / (until - from)}% 100%` };
  return (
    <div className="lane" role="img" aria-label={`${name}: ${last}`} style={style}>
      {shown.map(({ kind, at, to, isFetching, isPoint }, index) => (
        <span key={index}>
          {to !== undefined && (
            <i
              className={`bar ${kind} ${isFetching ? 'fetching' : ''}`}
              style={{
                left: position(at, time),
                width: `calc(${position(to, time)} - ${position(at, time)})`,
              }}
            />
          )}
          {isPoint && at >= from && (
            <i className={`point ${kind}`} style={{ left: position(at, time) }} />
          )}
        </span>
      ))}
    </div>
  );
}

/** The seconds that the ticks of the lanes stand for. */
export function Axis({ time }: Pick<LaneProps, 'time'>) {
  const first = time.from / 1_000;
  const count = Math.ceil(time.until / 1_000) - first;
  // Every second until there is no room for so many numbers.
  const step = count > 10 ? 5 : 1;
  return (
    <div className="axis" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => first + index)
        .filter((second) => second % step === 0)
        .map((second) => (
          <small key={second} style={{ left: position(second * 1_000, time) }}>
            {second} s
          </small>
        ))}
    </div>
  );
}

function position(at: number, { from, until }: Time): string {
  return `${(100 * (Math.max(at, from) - from)) / (until - from)}%`;
}
