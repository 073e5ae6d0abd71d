import { DeadlineQueue } from './DeadlineQueue.ts';

/** For stores that live as long as one response: nothing expires, and no timer is set. */
export class NoDeadlines extends DeadlineQueue {
  override add(): () => void {
    return () => {};
  }
}
