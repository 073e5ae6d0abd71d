import { useState, type ReactElement } from 'react';
import { useStore } from 'streambed/react';
import type { Todo } from '../resources/Todo.ts';
import { TodoResource } from '../resources/TodoResource.ts';
import { RenameForm } from '../users/RenameForm.tsx';
import { useReport } from './useReport.ts';

/** One todo: done or not, its title, and a button that deletes it. All changes are optimistic. */
export function TodoRow({ todo }: { todo: Todo }): ReactElement {
  const store = useStore();
  const report = useReport();
  const [editing, setEditing] = useState(false);
  const { id, title, done } = todo;

  function change(what: string, part: { title?: string; done?: boolean }): void {
    report(what, store.fetch(TodoResource.partialUpdate, { id }, part));
  }

  if (editing) {
    return (
      <li>
        <RenameForm
          name={title}
          onCancel={() => setEditing(false)}
          onRename={(next) => {
            setEditing(false);
            if (next !== title) change(`rename “${title}”`, { title: next });
          }}
        />
      </li>
    );
  }
  return (
    <li>
      <label className="todo">
        <input
          type="checkbox"
          checked={done}
          onChange={() => change(`change “${title}”`, { done: !done })}
        />
        <span className={done ? 'list-title todo-done' : 'list-title'}>{title}</span>
      </label>
      <div className="buttons">
        <button
          type="button"
          className="button quiet"
          aria-label={`Edit ${title}`}
          onClick={() => setEditing(true)}
        >
          Edit
        </button>
        <button
          type="button"
          className="button quiet danger"
          aria-label={`Delete ${title}`}
          onClick={() => report(`delete “${title}”`, store.fetch(TodoResource.delete, { id }))}
        >
          Delete
        </button>
      </div>
    </li>
  );
}
