import type { SchedulerLike } from 'rxjs';
import type { Channel } from '../../features/channel/Channel.ts';

/** A channel between stores whose delays a test decides. */
export interface VirtualChannel extends Channel {
  /**
   * How long messages take from now on, ms, in the time of the store that gets them. A function
   * decides for each. Messages of one store to another one keep their order. Default: 0.
   */
  delay(ms: number | (() => number)): void;
  /** The messages that were posted, with the latest last. */
  readonly posted: readonly unknown[];
}

/** What one store has opened. */
interface Connection {
  readonly name: string;
  readonly scheduler: SchedulerLike;
  readonly receive: (message: unknown) => void;
  /** The messages of each other store that have not arrived. */
  readonly waiting: Map<Connection, unknown[]>;
}

/**
 * Makes a channel for tests: stores that share it are tabs. Messages are copied, as in a browser,
 * and arrive in virtual time.
 *
 * @example
 * ```ts
 * const channel = virtualChannel();
 * channel.delay(20);
 * ```
 */
export function virtualChannel(): VirtualChannel {
  const connections = new Set<Connection>();
  const posted: unknown[] = [];
  let delayOf = (): number => 0;
  const send = (from: Connection, to: Connection, message: unknown): void => {
    const waiting = to.waiting.get(from) ?? [];
    to.waiting.set(from, waiting);
    waiting.push(message);
    to.scheduler.schedule(() => {
      const oldest = waiting.shift();
      if (connections.has(to)) to.receive(structuredClone(oldest));
    }, delayOf());
  };
  return {
    posted,
    delay(ms) {
      delayOf = typeof ms === 'number' ? () => ms : ms;
    },
    open(name, receive, scheduler) {
      const connection: Connection = { name, scheduler, receive, waiting: new Map() };
      connections.add(connection);
      return {
        post(message) {
          const copy: unknown = structuredClone(message);
          posted.push(copy);
          for (const other of connections) {
            if (other !== connection && other.name === name) send(connection, other, copy);
          }
        },
        close: () => void connections.delete(connection),
      };
    },
  };
}
