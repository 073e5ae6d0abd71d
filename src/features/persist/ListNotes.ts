import { countKeyOf, isCountKey } from '../../data/schema/collection/CollectionRow.ts';
import { changesOfLists } from '../../data/schema/collection/listsChanged.ts';
import { kindsThatFollow } from '../../data/schema/followers.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import type { Reader, StoredKey, Writer } from '../storage/Storage.ts';
import { isListKind, itemsOf, timeAfter } from './storedRecords.ts';

/**
 * Of the lists with one entity key, and the numbers beside them: when members of them changed last, ms
 * since epoch, and the names of those that have the change.
 */
interface ListNote {
  readonly at: number;
  readonly lists: readonly string[];
}

/** A note names the lists and numbers that a program uses, not all that it ever had. */
const MOST_NAMES = 200;

/** A change of a stored row: the row in this tab before, the next stored row, the last one. */
export type RowChange = readonly [key: StoredKey, before: unknown, after: unknown, stored: unknown];

/**
 * Notes beside stored lists which of them follow the last change of their members: lists that no tab
 * had in memory do not.
 */
export class ListNotes {
  /** When this tab has noted a change last, by the entity key of lists. */
  readonly #own = new Map<string, number>();
  /** Until when lists here may lack changes of other tabs. */
  readonly #foreign = new Map<string, number>();

  /**
   * The entity keys of the lists among stored rows, and of those whose members changed with them;
   * `true`: those whose members changed.
   */
  kindsOf(
    changes: readonly RowChange[],
    before: EntityTable,
    after: EntityTable,
  ): ReadonlyMap<string, boolean> {
    const kinds = new Map<string, boolean>();
    const changed = new Set<string>();
    for (const [[kind], stored, next] of changes) {
      if (isListKind(kind)) kinds.set(noteKey(kind), false);
      else if (stored !== undefined && itemsOf(stored)[3] !== itemsOf(next)[3]) changed.add(kind);
    }
    for (const kind of changed) for (const list of kindsThatFollow(kind)) kinds.set(list, true);
    const [known, changedAt] = [before, after].map(({ slots }) => changesOfLists(slots));
    for (const [kind, at] of changedAt ?? []) {
      if (known?.get(kind) !== at && isListKind(kind)) kinds.set(noteKey(kind), true);
    }
    return kinds;
  }

  /**
   * Notes the lists of a state that were stored. `hasChanged`: members changed; `isShared`: the tab
   * follows the changes of others; `lacks`: whether the storage keeps another version of a list.
   */
  async put(
    tables: Writer,
    kind: string,
    state: EntityTable,
    options: {
      readonly now: number;
      readonly hasChanged: boolean;
      readonly isShared: boolean;
      readonly lacks: (kind: string, pk: string) => boolean;
    },
  ): Promise<void> {
    const { now, hasChanged, isShared, lacks } = options;
    const found = noteOf(await tables.get('kinds', kind));
    if (!found && !hasChanged) return;
    if (found && found.at !== this.#own.get(kind) && !isShared) this.#foreign.set(kind, found.at);
    const since = this.#foreign.get(kind) ?? -Infinity;
    const lists = new Set(hasChanged ? [] : found!.lists);
    for (const rows of [kind, countKeyOf(kind)]) {
      for (const [pk] of state.entries(rows)) {
        const { expiresAt, fetchedAt } = state.meta(rows, pk)!;
        const name = nameOf(rows, pk);
        lists.delete(name);
        if (expiresAt !== 0 && fetchedAt > since && !lacks(rows, pk)) lists.add(name);
      }
    }
    // No two changes have one time.
    const at = hasChanged ? timeAfter(found?.at ?? -Infinity, now) : found!.at;
    this.#own.set(kind, at);
    tables.put('kinds', kind, { at, lists: [...lists].slice(-MOST_NAMES) });
  }
}

/** Which of the stored lists with an entity key lack a change of their members. */
export async function outdatedLists(
  tables: Reader,
  kind: string,
): Promise<(pk: string, fetchedAt: number) => boolean> {
  const note = noteOf(await tables.get('kinds', noteKey(kind)));
  const lists = new Set(note?.lists);
  return (pk, fetchedAt) =>
    note !== undefined && note.at >= fetchedAt && !lists.has(nameOf(kind, pk));
}

/** Lists and the numbers beside them have one note. */
function noteKey(kind: string): string {
  return kind.replace('#', '');
}

/** The name of a list in its note, and that of the number beside it. */
function nameOf(kind: string, pk: string): string {
  return isCountKey(kind) ? `#${pk}` : pk;
}

function noteOf(stored: unknown): ListNote | undefined {
  // The cast holds: members that are not there read as undefined.
  const { at, lists } = Object(stored) as Partial<ListNote>;
  return isPlainObject(stored) && Number.isFinite(at) && Array.isArray(lists)
    ? (stored as unknown as ListNote)
    : undefined;
}
