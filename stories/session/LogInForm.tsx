import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { useMutation } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { messageOf } from '../ui/messageOf.ts';
import { logIn, token$ } from './session.ts';

const people = [
  { id: '1', name: 'Amara Okafor' },
  { id: '2', name: 'Bjarne Lindqvist' },
];

/** Begins a session. */
export function LogInForm(): ReactElement {
  const nameId = useId();
  const passwordId = useId();
  const [id, setId] = useState('1');
  const [password, setPassword] = useState('');
  const [send, { loading, error }] = useMutation(logIn);

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      token$.next((await send({ id, password })).token);
    } catch {
      // The form shows the error.
    }
  }

  return (
    <Card title="Log in" aside="The password is “river”.">
      <form className="form" onSubmit={(event) => void enter(event)}>
        <div className="field">
          <label htmlFor={nameId}>Name</label>
          <select
            id={nameId}
            className="input"
            value={id}
            onChange={({ target }) => setId(target.value)}
          >
            {people.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={passwordId}>Password</label>
          <input
            id={passwordId}
            type="password"
            className="input"
            value={password}
            autoComplete="off"
            onChange={({ target }) => setPassword(target.value)}
          />
        </div>
        <button type="submit" className="button primary" disabled={loading}>
          Log in
        </button>
        {error && (
          <p className="form-error" role="alert">
            {messageOf(error)}
          </p>
        )}
      </form>
    </Card>
  );
}
