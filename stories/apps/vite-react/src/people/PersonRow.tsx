import { type SubmitEvent, useState } from 'react';
import { useMutation } from 'streambed/react';
import { messageOf } from '../messageOf';
import { type User, UserResource } from './User';

export function PersonRow({ user, onDelete }: { user: User; onDelete: () => void }) {
  const [rename, { loading, error }] = useMutation(UserResource.update);
  const [draft, setDraft] = useState<string>();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (draft !== undefined) void rename({ id: user.id }, { name: draft });
    setDraft(undefined);
  }

  if (draft !== undefined) {
    return (
      <li>
        <form onSubmit={submit}>
          <input
            aria-label="New name"
            required
            autoFocus
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <button className="primary">Save</button>
          <button type="button" onClick={() => setDraft(undefined)}>
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
      <button onClick={() => setDraft(user.name)}>Rename</button>
      <button onClick={onDelete}>Delete</button>
      {error && <p role="alert">Not renamed: {messageOf(error)}</p>}
    </li>
  );
}
