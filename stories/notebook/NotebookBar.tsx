import type { ReactElement } from 'react';
import { useFailedMutations, useObservable, usePendingMutations, useStore } from 'streambed/react';
import { isOn$, switchNetwork } from './network.ts';

/** Switches the network, loads the page again, opens a second tab, and shows or hides the outbox. */
export function NotebookBar(props: { isOpen: boolean; onToggle: () => void }): ReactElement {
  const store = useStore();
  const isOn = useObservable(isOn$);
  const count = usePendingMutations().length + useFailedMutations().length;
  return (
    <div className="buttons notebook-bar">
      <button
        type="button"
        role="switch"
        className="button switch"
        aria-checked={isOn}
        onClick={() => switchNetwork(!isOn)}
      >
        Network
      </button>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
      <a className="button" href={location.href} target="_blank" rel="noreferrer">
        Second tab
      </a>
      <button type="button" className="button quiet" onClick={() => void store.reset()}>
        Start over
      </button>
      <button
        type="button"
        className="button notebook-toggle"
        aria-expanded={props.isOpen}
        onClick={props.onToggle}
      >
        Outbox <b>{count}</b>
      </button>
    </div>
  );
}
