import { useState, type ReactElement } from 'react';
import { control } from '../ui/control.ts';

const SLOW = 1_500;

/** Makes the demo API slow, or makes the next request fail. */
export function ServerSwitches(): ReactElement {
  const [slow, setSlow] = useState(false);
  const [armed, setArmed] = useState(false);

  async function toggleSlow(): Promise<void> {
    await control({ delay: slow ? 0 : SLOW });
    setSlow(!slow);
  }

  async function refuseNext(): Promise<void> {
    await control({ failNext: 1 });
    setArmed(true);
    setTimeout(() => setArmed(false), 2_000);
  }

  return (
    <div className="buttons">
      <button
        type="button"
        className="button"
        aria-pressed={slow}
        onClick={() => void toggleSlow()}
      >
        {slow ? 'Server: slow' : 'Server: fast'}
      </button>
      <button type="button" className="button" onClick={() => void refuseNext()}>
        {armed ? 'The next request fails' : 'Fail the next request'}
      </button>
    </div>
  );
}
