import type { RecordingOptions } from '../../inspect/Recording.ts';
import { inspect } from '../../inspect/inspect.ts';
import type { Store } from '../../store/Store.ts';
import type { Redact } from '../redact.ts';
import { DevtoolsSession } from './DevtoolsSession.ts';

/** Options of a session. */
export interface SessionOptions extends RecordingOptions {
  /**
   * Which members of records, results and args the panel hides in files that it exports. Default:
   * those with names of secrets.
   */
  readonly redact?: Redact;
}

const sessions = new WeakMap<Store, DevtoolsSession>();
let latest: WeakRef<DevtoolsSession> | undefined;

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
  latest = new WeakRef(session);
  return session;
}

/** The session that began last, if its store is in use. */
export function latestSession(): DevtoolsSession | undefined {
  const session = latest?.deref();
  return session?.isEnded ? undefined : session;
}
