import { BehaviorSubject, type Observable } from 'rxjs';
import type { RecordingOptions } from '../../inspect/Recording.ts';
import { inspect } from '../../inspect/inspect.ts';
import type { Store } from '../../../kernel/store/Store.ts';
import type { Redact } from '../redact.ts';
import { DevtoolsSession } from './DevtoolsSession.ts';

/** Options of a session. */
export interface SessionOptions extends RecordingOptions {
  /**
   * Which members of records, results and args the panel hides in files that it exports. Default:
   * those with names of secrets.
   */
  readonly redact?: Redact | undefined;
}

const sessions = /* @__PURE__ */ new WeakMap<Store, DevtoolsSession>();
const latest = /* @__PURE__ */ new BehaviorSubject<WeakRef<DevtoolsSession> | undefined>(undefined);

/**
 * The session of a store. The first call begins it and gives its options; it records from then on.
 * Throws `SB_DISPOSED` for a store that was disposed.
 */
export function sessionOf(
  store: Store,
  { redact, ...options }: SessionOptions = {},
): DevtoolsSession {
  const known = sessions.get(store);
  if (known) return known;
  const inspector = inspect(store);
  const session = new DevtoolsSession(store, inspector, inspector.record(options), redact);
  sessions.set(store, session);
  latest.next(new WeakRef(session));
  return session;
}

/** The session that began last, and each one that begins. It does not keep a store in memory. */
export function latestSession(): Observable<WeakRef<DevtoolsSession> | undefined> {
  return latest;
}
