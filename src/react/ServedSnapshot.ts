import type { Snapshot } from './readDecision.ts';
import { SuspenseThenable } from './SuspenseThenable.ts';

/** The data that the server rendered the page with, as a snapshot and as a thenable. */
export class ServedSnapshot {
  readonly snapshot: Snapshot;
  readonly thenable = new SuspenseThenable<unknown>();

  constructor(data: unknown) {
    this.snapshot = { decision: 'show', content: data };
    this.thenable.fulfil(data);
  }
}
