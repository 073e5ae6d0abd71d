import { inspect } from '../../inspect/inspect.ts';
import { DEVELOPMENT } from '../../../shared/development.ts';
import type { StorePlugin } from '../../../kernel/store/Plugins.ts';
import type { Store } from '../../../kernel/store/Store.ts';
import { Redactor } from '../redact.ts';
import { Journal, LIMIT } from './Journal.ts';
import type { LogEntry, LoggerOptions } from './LoggerOptions.ts';
import { linesOfCommit, linesOfRequest, type LogLines } from './logLines.ts';
import { printerFor } from './printLog.ts';

/**
 * A plugin that writes what the store does on the console: one entry for each commit, with what it
 * changed, which streams emitted and which components rendered; and one for each request, with its
 * reason. In browsers an entry is a group; in Node it is a block of lines. Bodies and headers of
 * requests and responses are never written.
 *
 * It keeps nothing. In production builds it does nothing.
 *
 * @example
 * ```ts
 * const store = createStore({ plugins: [logger({ filter: ({ type }) => type === 'commit' })] });
 * ```
 */
export function logger(options: LoggerOptions = {}): StorePlugin {
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function logger(store) {
    if (DEVELOPMENT) return startLog(store, options);
    return undefined;
  };
}

/** Writes until the returned function is called. */
function startLog(store: Store, options: LoggerOptions): () => void {
  const inspector = inspect(store);
  const recording = inspector.record({ limit: LIMIT });
  const redactor = new Redactor(options.redact);
  const print = printerFor(options);
  const { filter = () => true } = options;
  const write = (entry: LogEntry, lines: () => LogLines): void => {
    if (filter(entry)) print(entry, lines());
  };
  const journal = new Journal(recording, {
    commit: (commit) =>
      write({ type: 'commit', commit }, () =>
        linesOfCommit(commit, recording, inspector, redactor),
      ),
    request: (request) =>
      write({ type: 'request', request }, () => linesOfRequest(request, redactor)),
  });
  const subscription = recording.changed$.subscribe(() => journal.changed());
  return () => {
    journal.write();
    subscription.unsubscribe();
    recording.stop();
  };
}
