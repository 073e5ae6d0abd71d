import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { useSend } from './useSend.ts';

const DRAGON = 'Dragon above the reed belt';

/** Writes a note, which is in the list at once, with or without a network. */
export function NewNote(): ReactElement {
  const { create } = useSend();
  const fieldId = useId();
  const [title, setTitle] = useState('');

  function write(event: FormEvent): void {
    event.preventDefault();
    if (title.trim() === '') return;
    // The time is an argument: a prediction that runs again after a reload must be the same.
    create({ title: title.trim(), at: Date.now() });
    setTitle('');
  }

  return (
    <form className="form notebook-new" onSubmit={write}>
      <div className="field">
        <label htmlFor={fieldId}>New note</label>
        <input
          id={fieldId}
          className="input"
          value={title}
          placeholder="Heron on the east bank"
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
      <button type="submit" className="button primary">
        Write
      </button>
      <p className="note">
        The server refuses{' '}
        <button type="button" className="notebook-poison" onClick={() => setTitle(DRAGON)}>
          dragons
        </button>
        : such a note stays in the outbox until you correct or discard it.
      </p>
    </form>
  );
}
