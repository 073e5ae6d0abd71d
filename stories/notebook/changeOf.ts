import type { PendingMutation } from 'streambed/offline';
import { messageOf } from '../ui/messageOf.ts';
import { NoteResource } from './notes.ts';

/** What a mutation of the outbox does to which note. */
export interface Change {
  readonly type: 'create' | 'rename' | 'delete';
  /** The new title. */
  readonly title?: string;
  /** `undefined`: the mutation creates the note. */
  readonly id?: number;
  /** When the note was written, ms since epoch. */
  readonly at?: number;
}

/** The change that a mutation is for. */
export function changeOf({ name, args }: PendingMutation): Change {
  // The casts hold: `useSend` has made the mutations.
  const [first, second] = args as readonly Omit<Change, 'type'>[];
  if (name === NoteResource.getList.unshift.name) return { type: 'create', ...first };
  if (name === NoteResource.delete.name) return { type: 'delete', ...first };
  return { type: 'rename', ...first, ...second };
}

/** A change in words. */
export function changeText({ type, title, id }: Change): string {
  if (type === 'create') return `Write “${title}”`;
  // The server gives numbers: another id is that of a note which it does not have yet.
  const note = typeof id === 'number' ? `note ${id}` : 'the new note';
  return type === 'delete' ? `Delete ${note}` : `Rename ${note} to “${title}”`;
}

/** Why a mutation is still in the outbox. */
export function reasonOf(
  mutation: PendingMutation,
  pending: readonly PendingMutation[],
  now: number,
): string {
  const { attempts, nextTryAt = 0, status, waitsFor } = mutation;
  switch (status) {
    case 'sending':
      return attempts > 1 ? `Try ${attempts} is in flight.` : 'The request is in flight.';
    case 'failed':
      return failureText(mutation);
    case 'paused':
      return 'The outbox is paused.';
    case 'waiting': {
      const earlier = pending.filter(({ id }) => waitsFor.includes(id));
      if (earlier.length > 0) {
        return `First comes: ${earlier.map((each) => changeText(changeOf(each))).join(', ')}.`;
      }
      const seconds = Math.ceil((nextTryAt - now) / 1_000);
      return seconds > 0
        ? `No response to try ${attempts}. The next one is in ${seconds} s.`
        : 'It is the next one.';
    }
  }
}

function failureText({ error }: PendingMutation): string {
  // The casts hold: members that are not there read as undefined.
  const { code, status } = Object(error) as { readonly code?: unknown; readonly status?: unknown };
  if (code === 'SB_PLACEHOLDER_LOST') return 'The note that it changes was refused.';
  const message = messageOf(error);
  // After a reload the response is gone.
  return message.includes('[SB_')
    ? `The server refused it with status ${String(status)}.`
    : message;
}
