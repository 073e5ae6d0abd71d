import { type SubmitEvent, useState } from 'react';
import { useMutation } from 'streambed/react';
import { messageOf } from '../messageOf';
import { type User, UserResource } from './User';

export function PersonRow({ user, onDelete }: { user: User; onDelete: () => void }) {
  const [rename, { loading, error }] = useMutation(UserResource.update);
  const [isEditing, setEditing] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    void rename({ id: user.id }, { name });
    setEditing(false);
  }

  if (isEditing) {
    return (
      <li>
        <form onSubmit={submit}>
          <input name="name" aria-label="New name" required autoFocus defaultValue={user.name} />
          <button className="primary">Save</button>
          <button type="button" onClick={() => setEditing(false)}>
            Cancel
          </button>
        </form>
      </li>
    );
  }
  return (
    <li aria-busy={loading}>
      <a className="grow" href={`#/people/${user.id}`}>
        {user.name}
      </a>
      <button onClick={() => setEditing(true)}>Rename</button>
      <button onClick={onDelete}>Delete</button>
      {error && <p role="alert">Not renamed: {messageOf(error)}</p>}
    </li>
  );
}
