import { DeadlineQueue } from './DeadlineQueue.ts';

/** For stores that live as long as one response: nothing in them is ever too old, and nothing is waited for. */
export class NoDeadlines extends DeadlineQueue {
  override add(): () => void {
    return () => {};
  }
}
