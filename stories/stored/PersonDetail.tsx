import { useState, type ReactElement } from 'react';
import { useMutation, useSuspense } from 'streambed/react';
import { Avatar } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';
import { messageOf } from '../ui/messageOf.ts';
import { RenameForm } from '../users/RenameForm.tsx';
import { getProfile, PersonResource } from './people.ts';

/** A person with a profile, which is a response of its own. */
export function PersonDetail({ id }: { id: string }): ReactElement {
  const { name } = useSuspense(PersonResource.get, { id });
  const { bio } = useSuspense(getProfile, { id });
  const [rename, { error }] = useMutation(PersonResource.update);
  const [isRenaming, setRenaming] = useState(false);

  function save(next: string): void {
    setRenaming(false);
    void rename({ id }, { name: next });
  }

  return (
    <Card title="Person" aside={<code>id {id}</code>}>
      <div className="person">
        <Avatar name={name} large />
        <h3>{name}</h3>
        <p>{bio}</p>
      </div>
      <div className="buttons spaced">
        {isRenaming ? (
          <RenameForm name={name} onRename={save} onCancel={() => setRenaming(false)} />
        ) : (
          <button type="button" className="button" onClick={() => setRenaming(true)}>
            Rename
          </button>
        )}
      </div>
      {error && (
        <p className="form-error" role="alert">
          {messageOf(error)}
        </p>
      )}
    </Card>
  );
}
