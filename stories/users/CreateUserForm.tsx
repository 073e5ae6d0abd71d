import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { useStore } from 'streambed/react';
import { createUser } from '../resources/createUser.ts';
import { Card } from '../ui/Card.tsx';
import { messageOf } from '../ui/messageOf.ts';

/** Creates a user over HTTP. The server checks the name; what it says is shown. */
export function CreateUserForm(): ReactElement {
  const store = useStore();
  const fieldId = useId();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  async function create(): Promise<void> {
    setBusy(true);
    setError('');
    try {
      await store.fetch(createUser, { id: crypto.randomUUID().slice(0, 8), name });
      setName('');
    } catch (reason) {
      setError(messageOf(reason));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void create();
  }

  return (
    <Card title="New user">
      <form className="form" onSubmit={submit} aria-busy={busy}>
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
        <button type="submit" className="button primary" disabled={busy}>
          Add user
        </button>
        {error !== '' && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
      </form>
    </Card>
  );
}
