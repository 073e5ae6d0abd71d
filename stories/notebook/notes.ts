import { Entity, resource } from 'streambed';

/** A note of the field notebook. */
export class Note extends Entity {
  id = 0;
  title = '';
  /** When it was written, ms since epoch. The client says it, so it is the same after a reload. */
  at = 0;
  clientId?: string;

  static override key = 'Note';
  static override clientId = 'clientId';
}

/** Notes, the newest first. Each change is on the screen at once. */
export const NoteResource = resource({ path: '/notes/:id', schema: Note, optimistic: true });

/** What the outbox keeps: each has a name, by which it is found after a reload. */
export const mutations = [
  NoteResource.getList.unshift,
  NoteResource.partialUpdate,
  NoteResource.delete,
];
