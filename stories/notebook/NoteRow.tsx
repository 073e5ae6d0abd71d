import { useState, type ReactElement } from 'react';
import { RenameForm } from '../users/RenameForm.tsx';
import type { Note } from './notes.ts';
import { useSend } from './useSend.ts';

/** One note: its number, title and time, and whether the server has all of it. */
export function NoteRow({ note, isUnsent }: { note: Note; isUnsent: boolean }): ReactElement {
  const { rename, remove } = useSend();
  const [isEditing, setEditing] = useState(false);
  const { at, id, title } = note;

  if (isEditing) {
    return (
      <li>
        <RenameForm
          name={title}
          onCancel={() => setEditing(false)}
          onRename={(next) => {
            setEditing(false);
            if (next !== title) rename(id, next);
          }}
        />
      </li>
    );
  }
  return (
    <li>
      <span className={isUnsent ? 'notebook-number unsent' : 'notebook-number'}>
        {typeof id === 'number' ? id : 'new'}
      </span>
      <div className="list-text">
        <span className="list-title">{title}</span>
        <div className="notebook-line">
          <p className="note">
            <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
            {isUnsent && <span className="notebook-unsent"> · unsent</span>}
          </p>
          <div className="buttons">
            <button
              type="button"
              className="button quiet"
              aria-label={`Rename ${title}`}
              onClick={() => setEditing(true)}
            >
              Rename
            </button>
            <button
              type="button"
              className="button quiet danger"
              aria-label={`Delete ${title}`}
              onClick={() => remove(id)}
            >
              Delete
            </button>
          </div>
        </div>
      </div>
    </li>
  );
}

function timeText(at: number): string {
  return new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}
