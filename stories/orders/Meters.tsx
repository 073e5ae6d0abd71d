import type { ReactElement } from 'react';
import { useChangeRate } from './useChangeRate.ts';
import { useFrameRate } from './useFrameRate.ts';

/** Frames, changes and commits of the last second. */
export function Meters(): ReactElement {
  const frames = useFrameRate();
  const { changes, commits } = useChangeRate();
  return (
    <dl className="meters">
      <Meter name="frames/s" value={frames} isGood={frames === undefined || frames >= 55} />
      <Meter name="changes/s" value={changes} isGood />
      <Meter name="commits/s" value={commits} isGood />
    </dl>
  );
}

function Meter(props: { name: string; value: number | undefined; isGood: boolean }): ReactElement {
  return (
    <div className={props.isGood ? 'meter' : 'meter bad'}>
      <dt>{props.name}</dt>
      <dd>{props.value?.toLocaleString('en') ?? '…'}</dd>
    </div>
  );
}
