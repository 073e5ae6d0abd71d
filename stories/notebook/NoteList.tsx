import type { ReactElement } from 'react';
import { usePendingMutations, useSuspense } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { changeOf } from './changeOf.ts';
import { NoteResource } from './notes.ts';
import { NoteRow } from './NoteRow.tsx';

/** All notes, the newest first, those of the outbox too. */
export function NoteList(): ReactElement {
  const notes = useSuspense(NoteResource.getList);
  const changes = usePendingMutations().map(changeOf);
  return (
    <Card title="Notes" aside={`${notes.length} notes`}>
      {notes.length === 0 && <p className="empty">Nothing is written.</p>}
      <ul className="list" aria-label="Notes">
        {notes.map((note) => (
          <NoteRow
            key={note.clientId ?? note.id}
            note={note}
            // A note that is not created yet has another id than in the mutation that creates it.
            isUnsent={changes.some(
              ({ id, at }) => (id ?? note.id) === note.id && (at ?? note.at) === note.at,
            )}
          />
        ))}
      </ul>
    </Card>
  );
}
