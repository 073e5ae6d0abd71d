import type { SchedulerLike } from 'rxjs';

/** Carries messages between the tabs of a program. */
export interface Channel {
  /**
   * Connects a tab with all others that use the name. `receive` gets a copy of each message that
   * another tab posts from now on; those of one tab come in their order. `scheduler`: that of the
   * store.
   */
  open(name: string, receive: (message: unknown) => void, scheduler: SchedulerLike): OpenChannel;
}

/** The connection of one tab. */
export interface OpenChannel {
  /** Sends a copy to all other tabs. Throws if there is none, as of a function. */
  post(message: unknown): void;
  /** Ends the connection: nothing is received from now on. */
  close(): void;
}
