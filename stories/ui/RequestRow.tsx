import type { ReactElement } from 'react';
import type { RequestEntry } from './RequestLog.ts';

/** A request in a log, as a list item. */
export function RequestRow({ entry }: { entry: RequestEntry }): ReactElement {
  const { method, path, outcome } = entry;
  return (
    <li>
      <span className="log-method">{method}</span>
      <span className="log-path">{path}</span>
      <span className={outcomeClass(outcome)}>{outcome === 'waiting' ? '…' : outcome}</span>
    </li>
  );
}

function outcomeClass(outcome: RequestEntry['outcome']): string {
  if (outcome === 'waiting' || outcome === 'aborted') return 'log-waiting';
  return outcome === 'failed' || outcome >= 400 ? 'log-failed' : 'log-ok';
}
