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

/** The mutations of before a reload. */
interface Restored {
  readonly kept: readonly QueuedMutation[];
  /** Those of `kept` that cannot be sent, and why. */
  readonly refused: readonly (readonly [QueuedMutation, Error])[];
  /** The ids of those that are deleted. */
  readonly old: readonly string[];
}

/** Makes stored mutations ready to be sent. Their layers come after `firstSeq`, and before the next one. */
export function restored(
  { mutations }: LoadedOutbox,
  settings: OfflineSettings,
  firstSeq: number,
  now: number,
): Restored {
  const kept: QueuedMutation[] = [];
  const refused: [QueuedMutation, Error][] = [];
  const old: string[] = [];
  for (const [at, [id, stored]] of mutations.entries()) {
    if (stored.failedAt !== undefined && now - stored.failedAt > FAILED_AGE) {
      old.push(id);
      continue;
    }
    const { owner, createdAt } = stored;
    const call = callOf(stored, settings);
    const endpoint = settings.endpoints.get(call.name);
    const seq = firstSeq + (at + 1) / (mutations.length + 1);
    const mutation = new QueuedMutation({ id, owner, seq, createdAt, endpoint, ...call });
    mutation.take({ ...stored, ...call });
    mutation.isStored = mutation.isReady = true;
    mutation.heldUntil = stored.claim?.[1] ?? 0;
    kept.push(mutation);
    if (mutation.status === 'failed') continue;
    if (!endpoint) refused.push([mutation, unknownMutation(call.name)]);
    else if (now - createdAt >= settings.maxAge) refused.push([mutation, expired(call.name)]);
    if (refused.at(-1)?.[0] === mutation) mutation.status = 'failed';
  }
  return { kept, refused, old };
}

/** Brings rows that mutations change, and the real pks of created entities. */
export function hydrateRows(commits: Commits, { pks, rows }: LoadedOutbox): void {
  if (pks.size + rows.length === 0) return;
  commits.dispatch({ ...nothing, rows }, (draft, action) => {
    applyHydrate(draft, action);
    learnIn(draft, pks);
  });
}

function callOf(
  stored: StoredMutation,
  settings: OfflineSettings,
): Pick<StoredMutation, 'name' | 'args'> {
  const { name, args } = stored;
  if (settings.endpoints.has(name)) return { name, args };
  const migrated = settings.migrateMutation?.({ name, args });
  return migrated ? { name: migrated.name, args: migrated.args } : { name, args };
}
