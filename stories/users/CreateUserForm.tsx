import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { useMutation } from 'streambed/react';
import { createUser } from '../resources/createUser.ts';
import { Card } from '../ui/Card.tsx';
import { messageOf } from '../ui/messageOf.ts';

/** Creates a user over HTTP. The server checks the name; its error is shown. */
export function CreateUserForm(): ReactElement {
  const fieldId = useId();
  const [name, setName] = useState('');
  const [create, { loading, error }] = useMutation(createUser);

  async function createNamed(): Promise<void> {
    await create({ id: crypto.randomUUID().slice(0, 8), name });
    setName('');
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // The error is shown below.
    createNamed().catch(() => {});
  }

  return (
    <Card title="New user">
      <form className="form" onSubmit={submit} aria-busy={loading}>
        <div className="field">
          <label htmlFor={fieldId}>Name</label>
          <input
            id={fieldId}
            className="input"
            value={name}
            placeholder="Mira Solberg"
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <button type="submit" className="button primary" disabled={loading}>
          Add user
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
