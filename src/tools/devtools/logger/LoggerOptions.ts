import type { CommitRecord, RequestRecord } from '../../inspect/Recording.ts';
import type { Redact } from '../redact.ts';

/** The part of a console that the logger uses. */
export type LogConsole = Pick<Console, 'group' | 'groupCollapsed' | 'groupEnd' | 'log'>;

/** What the logger writes: a commit, or a request that was sent, has failed or was aborted. */
export type LogEntry =
  | { readonly type: 'commit'; readonly commit: CommitRecord }
  | { readonly type: 'request'; readonly request: RequestRecord };

/** Options of `logger`. */
export interface LoggerOptions {
  /** Whether to write an entry. Default: all. */
  readonly filter?: ((entry: LogEntry) => boolean) | undefined;
  /** Whether groups are closed, in browsers. Default true. */
  readonly collapsed?: boolean | ((entry: LogEntry) => boolean) | undefined;
  /** Whether each entry has its time. Default true. */
  readonly timestamps?: boolean | undefined;
  /** Where to write. Default: the global console. */
  readonly console?: LogConsole | undefined;
  /** Which members of args are hidden. Default: those with names of secrets. */
  readonly redact?: Redact | undefined;
}
