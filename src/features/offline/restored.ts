import type { Commits } from '../../kernel/commits/Commits.ts';
import { applyHydrate } from '../dehydrate/applyHydrate.ts';
import { learnIn, nothing } from './createdIds.ts';
import type { OfflineSettings } from './OfflineOptions.ts';
import { expired, unknownMutation } from './outboxErrors.ts';
import { QueuedMutation } from './QueuedMutation.ts';
import type { LoadedOutbox } from './StoredOutbox.ts';
import type { StoredMutation } from './storedMutations.ts';

/** How long refused mutations are kept, ms. */
const FAILED_AGE = 2_592_000_000;

/**
 * Makes a stored mutation one of this tab, ready to be sent; `refusal`: why it cannot be sent.
 * `undefined` if it failed so long ago that it is deleted. `own`: what the storage does not have.
 */
export function restored(
  id: string,
  stored: StoredMutation,
  settings: OfflineSettings,
  own: Pick<QueuedMutation, 'reporter' | 'seq'>,
  now: number,
): { readonly mutation: QueuedMutation; readonly refusal: Error | undefined } | undefined {
  const { createdAt, failedAt, owner } = stored;
  if (failedAt !== undefined && now - failedAt > FAILED_AGE) return undefined;
  const { cause, ...call } = callOf(stored, settings, own.reporter);
  const endpoint = settings.endpoints.get(call.name);
  const mutation = new QueuedMutation({ id, owner, createdAt, endpoint, ...own, ...call });
  mutation.take({ ...stored, ...call });
  mutation.isStored = mutation.isReady = true;
  if (failedAt !== undefined) mutation.status = 'failed';
  const isOld = now - createdAt >= settings.maxAge;
  const problem = isOld ? expired(call.name) : undefined;
  const refusal = endpoint ? problem : unknownMutation(call.name, cause);
  return { mutation, refusal: failedAt === undefined ? refusal : undefined };
}

/** Brings rows that mutations change, and the real pks of created entities. */
export function hydrateRows(
  commits: Commits,
  { pks, rows }: Pick<LoadedOutbox, 'pks' | 'rows'>,
): void {
  if (pks.size + rows.length === 0) return;
  commits.dispatch({ ...nothing, rows }, (draft, action) => {
    applyHydrate(draft, action);
    learnIn(draft, pks);
  });
}

/** What the program calls now. `cause`: why it cannot tell. */
function callOf(
  { name, args }: StoredMutation,
  { endpoints, migrateMutation }: OfflineSettings,
  reporter: QueuedMutation['reporter'],
): Pick<StoredMutation, 'name' | 'args'> & { readonly cause?: unknown } {
  if (endpoints.has(name)) return { name, args };
  try {
    const migrated = migrateMutation?.({ name, args }) ?? { name, args };
    return { name: migrated.name, args: migrated.args };
  } catch (cause) {
    reporter.report(cause, '');
    return { name, args, cause };
  }
}
