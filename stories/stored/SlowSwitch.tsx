import type { ReactElement } from 'react';
import { useObservable } from 'streambed/react';
import { isSlow$ } from './slowNetwork.ts';

/** Delays all responses of the story. */
export function SlowSwitch(): ReactElement {
  const isSlow = useObservable(isSlow$);
  return (
    <button
      type="button"
      role="switch"
      className="button switch"
      aria-checked={isSlow}
      onClick={() => isSlow$.next(!isSlow)}
    >
      Slow network
    </button>
  );
}
