import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { useStore } from 'streambed/react';
import { TodoResource } from '../resources/TodoResource.ts';
import { useReport } from './useReport.ts';

/** Creates a todo, which is in the list at once. */
export function NewTodo(): ReactElement {
  const store = useStore();
  const report = useReport();
  const fieldId = useId();
  const [title, setTitle] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (title.trim() === '') return;
    setTitle('');
    report(`create “${title}”`, store.fetch(TodoResource.getList.unshift, { title }));
  }

  return (
    <form className="form todo-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={fieldId}>New todo</label>
        <input
          id={fieldId}
          className="input"
          value={title}
          placeholder="Feed the otters"
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
      <button type="submit" className="button primary">
        Add
      </button>
    </form>
  );
}
