import type { CommitRecord, RequestRecord } from '../../inspect/Recording.ts';
import type { Redactor } from '../redact.ts';
import { argsText, keysOfAction, subjectOf } from './actionParts.ts';
import { changeCounts } from './entityChanges.ts';
import type { Entry } from './entries.ts';

/** What a timeline shows. Empty members filter nothing. */
export interface EntryFilter {
  /** All of its words must occur, in any order; upper and lower case are equal. */
  readonly text: string;
  /** A type of actions, or `request`. */
  readonly type: string;
  /** An entity key of which a commit changed an entity. */
  readonly entityKey: string;
}

export const NO_FILTER: EntryFilter = { text: '', type: '', entityKey: '' };

/** Whether a filter leaves out anything. */
export function isFiltering({ entityKey, text, type }: EntryFilter): boolean {
  return text.trim() !== '' || type !== '' || entityKey !== '';
}

/** The entries that a filter leaves. The same array if it filters nothing. */
export function filterEntries(
  entries: readonly Entry[],
  filter: EntryFilter,
  redactor: Redactor,
): readonly Entry[] {
  if (!isFiltering(filter)) return entries;
  const matches = textFilter(filter.text);
  return entries.filter((entry) => {
    if (!hasType(entry, filter.type)) return false;
    if (!hasEntityKey(entry, filter.entityKey)) return false;
    return matches(() => textsOf(entry, redactor));
  });
}

/** Returns a test: whether all words of a text occur in one of the texts of an entry. */
export function textFilter(text: string): (texts: () => Iterable<string>) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (texts) => {
    if (words.length === 0) return true;
    const all = [...texts()].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

/** The texts by which a request is found. */
export function textsOfRequest(request: RequestRecord, redactor: Redactor): string[] {
  const { args, error, key, name, outcome, reason } = request;
  // The same texts as on the screen: a search finds no secret.
  const call = `${name} ${argsText(args, redactor)}`;
  return [`request ${call}`, redactor.text(key), outcome, reason.text, error?.message ?? ''];
}

/** The types of actions of entries, and `request`, in the order of their first use. */
export function typesOf(entries: readonly Entry[]): string[] {
  const types = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'request') types.add('request');
    else for (const { type } of entry.commit.actions) types.add(type);
  }
  return [...types];
}

/** The entity keys that entries changed, sorted. */
export function entityKeysOf(entries: readonly Entry[]): string[] {
  const keys = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'request') continue;
    for (const { entityKey } of changeCounts(entry.commit.changes)) keys.add(entityKey);
  }
  return [...keys].sort();
}

function hasType(entry: Entry, type: string): boolean {
  if (type === '') return true;
  if (entry.type === 'request') return type === 'request';
  return entry.commit.actions.some((action) => action.type === type);
}

function hasEntityKey(entry: Entry, entityKey: string): boolean {
  if (entityKey === '') return true;
  return entry.type === 'commit' && entry.commit.changes.changeCount(entityKey) > 0;
}

/** The part that does not grow while the effects of a commit happen. */
const ofActions = new WeakMap<CommitRecord, readonly string[]>();

function textsOf(entry: Entry, redactor: Redactor): Iterable<string> {
  if (entry.type === 'request') return textsOfRequest(entry.request, redactor);
  const { commit } = entry;
  let texts = ofActions.get(commit);
  if (!texts) {
    texts = [
      `#${commit.version}`,
      ...commit.actions.flatMap((action) => [
        `${action.type} ${subjectOf(action, redactor)}`,
        ...keysOfAction(action).map((key) => redactor.text(key)),
        action.type === 'setError' ? action.error.message : '',
      ]),
      ...changeCounts(commit.changes).map(({ entityKey }) => entityKey),
    ];
    ofActions.set(commit, texts);
  }
  return [...texts, ...commit.emitted, ...commit.rendered];
}
