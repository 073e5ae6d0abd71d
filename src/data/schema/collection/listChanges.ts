import type { NormalizeDelegate } from '../Schema.ts';
import { bareId, type CollectionRefs, identityOf } from './CollectionMerge.ts';
import type { CollectionRecord } from './CollectionRow.ts';
import { CHANGED_AT, changesOfLists, ofCalls } from './listsChanged.ts';

/** Applies a change to one list. `concerns` chooses the members that it is about. Default: all. */
export type ListChange = (
  pk: string,
  delegate: NormalizeDelegate,
  concerns?: (ref: unknown) => boolean,
) => void;

/** Returns the members that a change adds, in their stored form. */
type MembersToAdd = () => { readonly schema: unknown; readonly stored: unknown };

interface KeptChange {
  readonly key: string;
  readonly seq: number;
  readonly change: ListChange;
  readonly toAdd: MembersToAdd | undefined;
}

/** The slot of changes that responses to earlier requests may lack, by `seq`. */
export const LIST_CHANGES = {
  initial: [],
  /** No list may have the members yet. */
  kept: (changes: readonly KeptChange[], oldest: number) =>
    changes.flatMap(({ seq, toAdd }) => (toAdd && seq > oldest ? [toAdd()] : [])),
};

/** The primary keys of all rows of an entity key: they may be changed while they are visited. */
export function pksOf(delegate: NormalizeDelegate, entityKey: string): string[] {
  const pks: string[] = [];
  delegate.forEachEntity(entityKey, (_, pk) => pks.push(pk));
  return pks;
}

/**
 * Notes a change of lists, by their entity key; `isKnown`: whether it affects known ones, or is a
 * call. Keeps it while an earlier request is in flight: its response may bring a list without the
 * change.
 */
export function keepListChange(
  delegate: NormalizeDelegate,
  key: string,
  change: ListChange,
  isKnown: boolean | 'called',
  toAdd?: MembersToAdd,
): void {
  const write = writeOf(delegate);
  if (!write) return;
  // Without an earlier request, all requests in flight are later than this write.
  const { draft, kept, receivedAt, seq, oldestInFlight = seq } = write;
  const changedAt = changesOfLists(draft.slots);
  if (isKnown) {
    const at = Math.max(changedAt?.get(key) ?? 0, receivedAt);
    const next = new Map(changedAt).set(key, at);
    if (isKnown === 'called') next.set(ofCalls(key), seq);
    draft.put(CHANGED_AT, next);
  }
  const due = kept.filter((other) => other.seq > oldestInFlight);
  const isDue = seq > oldestInFlight;
  // A message that waited may be older than others.
  if (isDue) due.push({ key, seq, change, toAdd });
  if (isDue || kept.length > 0) {
    draft.put(
      LIST_CHANGES,
      due.sort((a, b) => a.seq - b.seq),
    );
  }
}

/**
 * Changes a list, unless a later request brought it: the change of a message that waited may be
 * older than the list, or than others of its changes.
 */
export function changeList(
  delegate: NormalizeDelegate,
  entityKey: string,
  pk: string,
  change: ListChange,
): void {
  if (isOlderThan(delegate, entityKey, pk)) return;
  const membersOf = (): unknown => (delegate.getEntity(entityKey, pk) as CollectionRecord).members;
  const before = membersOf();
  change(pk, delegate);
  // A list that stays has the later changes already.
  if (membersOf() !== before) applyListChanges(delegate, entityKey, pk, writeOf(delegate)?.seq);
}

/** Whether a message or response is older than the request that brought a list. */
function isOlderThan(delegate: NormalizeDelegate, entityKey: string, pk: string): boolean {
  return delegate.sentSeq === undefined && ageOf(delegate, entityKey, pk) > 0;
}

/**
 * Whether a list does not follow the records that a walk writes: a later request brought it, or the
 * walk itself did, and the server has decided.
 */
export function isDecided(delegate: NormalizeDelegate, entityKey: string, pk: string): boolean {
  return isOfWalk(delegate, entityKey, pk) || isOlderThan(delegate, entityKey, pk);
}

/** Whether a walk has brought the list. */
export function isOfWalk(delegate: NormalizeDelegate, entityKey: string, pk: string): boolean {
  return ageOf(delegate, entityKey, pk) === 0;
}

/** By how much the `seq` of a list is higher than that of a write. A layer has none: NaN. */
function ageOf(delegate: NormalizeDelegate, entityKey: string, pk: string): number {
  const write = writeOf(delegate);
  return write ? write.draft.meta(entityKey, pk)!.seq - write.seq : NaN;
}

/**
 * Applies the kept changes of a list that are later than `known`. Default: those later than the request
 * for the list, which was just written. A mutation that brings a list may have changed it after them, or
 * before: then it is fetched once more.
 */
export function applyListChanges(
  delegate: NormalizeDelegate,
  entityKey: string,
  pk: string,
  known?: number,
  concerns?: (ref: unknown) => boolean,
): void {
  const write = writeOf(delegate);
  if (!write || write.kept.length === 0) return;
  const { draft } = write;
  const { sentSeq } = delegate;
  const from = known ?? sentSeq ?? draft.meta(entityKey, pk)!.seq;
  const before = delegate.getEntity(entityKey, pk);
  for (const { change, key, seq } of write.kept) {
    const isLater = seq > from && seq !== write.seq;
    if (isLater && key === entityKey) change(pk, delegate, concerns);
  }
  const isOpen = known === undefined && sentSeq !== undefined;
  if (isOpen && delegate.getEntity(entityKey, pk) !== before) draft.taint(entityKey, pk, write.seq);
}

/**
 * Applies the kept changes to members that a page has just added to a list: those later than the
 * request for the page. A list that was known has all other changes.
 */
export function applyPageChanges(
  delegate: NormalizeDelegate,
  entityKey: string,
  pk: string,
  members: CollectionRefs,
): void {
  const added = new Set(Object.values(members).flatMap((ref) => [identityOf(ref), bareId(ref)]));
  applyListChanges(delegate, entityKey, pk, delegate.meta?.seq, (ref) =>
    added.has(identityOf(ref)),
  );
}

/** The write of a request or message; `undefined` for a layer, which is replayed above each response. */
function writeOf({ draft, meta }: NormalizeDelegate) {
  if (!draft || draft.confirmed) return undefined;
  // The cast holds: only `keepListChange` fills the slot.
  const kept = (draft.slots.get(LIST_CHANGES) ?? []) as readonly KeptChange[];
  // What writes to a draft has a meta.
  return { ...meta!, draft, kept };
}
