import { useMutation, useSuspense } from 'streambed/react';
import { messageOf } from '../messageOf';
import { NewPerson } from './NewPerson';
import { PersonRow } from './PersonRow';
import { UserResource } from './User';

export function PeoplePage() {
  const users = useSuspense(UserResource.getList);
  // Here and not in the row: the row is gone while its deletion is pending, and its state with it.
  const [remove, { error }] = useMutation(UserResource.delete);
  return (
    <>
      <h1>People</h1>
      <NewPerson />
      {error && <p role="alert">Not deleted: {messageOf(error)}</p>}
      <ul className="rows" aria-label="People">
        {users.map((user) => (
          <PersonRow key={user.id} user={user} onDelete={() => void remove({ id: user.id })} />
        ))}
      </ul>
    </>
  );
}
