'use client';

import Link from 'next/link';
import { type SubmitEvent } from 'react';
import { useMutation, useSuspense } from 'streambed/react';
import { UserResource } from '../data';
import { messageOf } from '../messageOf';

export function People() {
  const users = useSuspense(UserResource.getList);
  const [create, creation] = useMutation(UserResource.getList.push);
  const [rename, renaming] = useMutation(UserResource.update);
  const [remove, removal] = useMutation(UserResource.delete);
  const error = creation.error ?? renaming.error ?? removal.error;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void create({ name: String(new FormData(event.currentTarget).get('name')) });
    event.currentTarget.reset();
  }

  return (
    <>
      <form onSubmit={submit}>
        <input name="name" aria-label="Name of the new person" placeholder="Name" required />
        <button className="primary">Add</button>
      </form>
      {error && <p role="alert">{messageOf(error)}</p>}
      <ul className="rows" aria-label="People">
        {users.map(({ id, name }) => (
          <li key={id}>
            <Link className="grow" href={`/people/${id}`}>
              {name}
            </Link>
            <button onClick={() => void rename({ id }, { name: name.toUpperCase() })}>
              Capitals
            </button>
            <button onClick={() => void remove({ id })}>Delete</button>
          </li>
        ))}
      </ul>
    </>
  );
}
