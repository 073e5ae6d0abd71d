import { useState, type ReactElement } from 'react';
import { useStore } from 'streambed/react';
import { deleteUser } from '../resources/deleteUser.ts';
import { updateUser } from '../resources/updateUser.ts';
import type { User } from '../resources/User.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { messageOf } from '../ui/messageOf.ts';
import { RenameForm } from './RenameForm.tsx';

/** One user with buttons to rename and to delete it. */
export function UserRow({ user }: { user: User }): ReactElement {
  const store = useStore();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'renamed'>('shown');
  const [error, setError] = useState('');

  function run(request: Promise<unknown>): void {
    setError('');
    request.catch((reason: unknown) => setError(messageOf(reason)));
  }

  if (mode === 'renaming') {
    return (
      <li>
        <Avatar name={user.name} />
        <RenameForm
          name={user.name}
          onCancel={() => setMode('renamed')}
          onRename={(name) => {
            setMode('renamed');
            run(store.fetch(updateUser, { id: user.id }, { name }));
          }}
        />
      </li>
    );
  }
  return (
    <li>
      <Avatar name={user.name} />
      <div className="list-text">
        <div className="list-title">{user.name}</div>
        {error !== '' && (
          <div className="form-error" role="alert">
            {error}
          </div>
        )}
      </div>
      <div className="buttons">
        <button
          type="button"
          className="button quiet"
          aria-label={`Rename ${user.name}`}
          autoFocus={mode === 'renamed'}
          onClick={() => setMode('renaming')}
        >
          Rename
        </button>
        <button
          type="button"
          className="button quiet danger"
          aria-label={`Delete ${user.name}`}
          onClick={() => run(store.fetch(deleteUser, { id: user.id }))}
        >
          Delete
        </button>
      </div>
    </li>
  );
}
