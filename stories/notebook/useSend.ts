import { useStore } from 'streambed/react';
import { NoteResource } from './notes.ts';

/** The changes of notes. The outbox has each of them until the server has responded. */
interface Send {
  readonly create: (note: { title: string; at: number }) => void;
  readonly rename: (id: number, title: string) => void;
  readonly remove: (id: number) => void;
}

export function useSend(): Send {
  const store = useStore();
  return {
    create: (note) => settle(store.fetch(NoteResource.getList.unshift, note)),
    rename: (id, title) => settle(store.fetch(NoteResource.partialUpdate, { id }, { title })),
    remove: (id) => settle(store.fetch(NoteResource.delete, { id })),
  };
}

/** The outbox shows a failure. */
function settle(change: Promise<unknown>): void {
  change.catch(() => {});
}
