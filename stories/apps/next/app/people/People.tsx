'use client';

import Link from 'next/link';
import { type SubmitEvent, useState } from 'react';
import { useMutation, useSuspense } from 'streambed/react';
import { UserResource } from '../data';
import { messageOf } from '../messageOf';

export function People() {
  const users = useSuspense(UserResource.getList);
  const [create, creation] = useMutation(UserResource.getList.push);
  const [rename, renaming] = useMutation(UserResource.update);
  const [remove, removal] = useMutation(UserResource.delete);
  const [newName, setNewName] = useState('');
  const error = creation.error ?? renaming.error ?? removal.error;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void create({ name: newName });
    setNewName('');
  }

  return (
    <>
      <form onSubmit={submit}>
        <input
          aria-label="Name of the new person"
          placeholder="Name"
          required
          value={newName}
          onChange={(event) => setNewName(event.target.value)}
        />
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
