import { useState, type ReactElement } from 'react';

/** A name in an input: Enter or Save submits it, Escape or Cancel closes the form. */
export function RenameForm(props: {
  name: string;
  onRename: (name: string) => void;
  onCancel: () => void;
}): ReactElement {
  const [name, setName] = useState(props.name);
  return (
    <form
      className="form list-text"
      onSubmit={(event) => {
        event.preventDefault();
        props.onRename(name);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onCancel();
      }}
    >
      <div className="field">
        <input
          className="input"
          value={name}
          aria-label={`New name for ${props.name}`}
          autoComplete="off"
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <button type="submit" className="button primary">
        Save
      </button>
      <button type="button" className="button" onClick={props.onCancel}>
        Cancel
      </button>
    </form>
  );
}
