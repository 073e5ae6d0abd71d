import type { NormalizeDelegate, WalkDraft } from '../Schema.ts';
import { bareId, type CollectionRefs, identityOf } from './CollectionMerge.ts';

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
  readonly toAdd: MembersToAdd;
}

/** What the state knows of changes of lists. */
interface KnownChanges {
  /** Those that responses to earlier requests may lack, by `seq`. */
  readonly kept: readonly KeptChange[];
  /** When lists changed last, by their entity key, ms since epoch. */
  readonly changedAt: ReadonlyMap<string, number>;
}

const NO_CHANGES: KnownChanges = { kept: [], changedAt: new Map() };

/** Its place in the state. */
const LIST_CHANGES = {
  initial: NO_CHANGES,
  /** No list may have the members yet. */
  kept: ({ kept }: KnownChanges, oldest: number) =>
    kept.filter(({ seq }) => seq > oldest).map(({ toAdd }) => toAdd()),
};

/** Whether lists with this entity key have changed at this time, ms since epoch, or later. */
export function haveListsChanged(slots: WalkDraft['slots'], key: string, since: number): boolean {
  const { changedAt } = (slots.get(LIST_CHANGES) ?? NO_CHANGES) as KnownChanges;
  return (changedAt.get(key) ?? -Infinity) >= since;
}

/**
 * Notes a change of lists, by their entity key. Keeps it while an earlier request is in flight: its
 * response may bring a list without the change.
 */
export function keepListChange(
  delegate: NormalizeDelegate,
  key: string,
  change: ListChange,
  toAdd: MembersToAdd,
): void {
  const write = writeOf(delegate);
  if (!write) return;
  // Without an earlier request, all requests in flight are later than this write.
  const { draft, kept, changedAt, receivedAt, seq, oldestInFlight = seq } = write;
  const due = kept.filter((other) => other.seq > oldestInFlight);
  const isDue = seq > oldestInFlight;
  draft.put(LIST_CHANGES, {
    // A message that waited may be older than others.
    kept: isDue ? [...due, { key, seq, change, toAdd }].sort((a, b) => a.seq - b.seq) : due,
    changedAt: new Map(changedAt).set(key, receivedAt),
  });
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
  const { sentSeq } = delegate;
  const write = writeOf(delegate);
  if (!write) return change(pk, delegate);
  const list = write.draft.meta(entityKey, pk)!;
  if (sentSeq === undefined && list.seq > write.seq) return;
  change(pk, delegate);
  applyListChanges(delegate, entityKey, pk, write.seq);
}

/**
 * Applies the kept changes of a list that are later than `known`. Default: those later than the
 * list, which was just written.
 */
export function applyListChanges(
  delegate: NormalizeDelegate,
  entityKey: string,
  pk: string,
  known?: number,
  concerns?: (ref: unknown) => boolean,
): void {
  const write = writeOf(delegate);
  if (!write) return;
  const from = known ?? write.draft.meta(entityKey, pk)!.seq;
  for (const { change, key, seq } of write.kept) {
    if (key === entityKey && seq > from) change(pk, delegate, concerns);
  }
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
  const known = (draft.slots.get(LIST_CHANGES) ?? NO_CHANGES) as KnownChanges;
  // What writes to a draft has a meta.
  return { ...meta!, draft, ...known };
}
