import { type SubmitEvent, useState } from 'react';
import { useMutation } from 'streambed/react';
import { messageOf } from '../messageOf';
import { UserResource } from './User';

export function NewPerson() {
  const [name, setName] = useState('');
  const [create, { loading, error }] = useMutation(UserResource.getList.push);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void create({ name });
    setName('');
  }

  return (
    <form onSubmit={submit} aria-busy={loading}>
      <input
        aria-label="Name of the new person"
        placeholder="Name"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button className="primary">Add</button>
      {error && <p role="alert">Not added: {messageOf(error)}</p>}
    </form>
  );
}
