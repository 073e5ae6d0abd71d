import type { Meta, StoryObj } from '@storybook/react-vite';
import { useCallback, useDeferredValue, useId, useState, type ReactElement } from 'react';
import { AsyncBoundary } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { messageOf } from '../ui/messageOf.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NewTodo } from './NewTodo.tsx';
import { ServerSwitches } from './ServerSwitches.tsx';
import { TodoList } from './TodoList.tsx';
import { type Report, ReportContext } from './useReport.ts';

const description =
  'One `resource` with `optimistic: true` creates, edits, ticks and deletes. The list grows by ' +
  '`getList.getPage` as you scroll. Make the server slow, or let it fail, to see the difference.';

function TodosPage(): ReactElement {
  const searchId = useId();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const [pending, setPending] = useState(0);
  const [problem, setProblem] = useState('');

  const report: Report = useCallback((what, change) => {
    setProblem('');
    setPending((count) => count + 1);
    change
      .catch((reason: unknown) => setProblem(`Could not ${what}: ${messageOf(reason)}`))
      .finally(() => setPending((count) => count - 1));
  }, []);

  return (
    <ReportContext.Provider value={report}>
      <Card title="Add a todo" aside={<ServerSwitches />}>
        <NewTodo />
      </Card>
      {problem !== '' && (
        <div className="error-panel todo-problem" role="alert">
          <p>{problem}</p>
          <button type="button" className="button quiet" onClick={() => setProblem('')}>
            Dismiss
          </button>
        </div>
      )}
      <Card
        title="Todos"
        aside={
          <span aria-live="polite" className={pending > 0 ? 'badge stale' : 'badge valid'}>
            {pending > 0 ? `saving ${pending}` : 'saved'}
          </span>
        }
      >
        <div className="field todo-search">
          <label htmlFor={searchId}>Search</label>
          <input
            id={searchId}
            type="search"
            className="input"
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <AsyncBoundary fallback={<Skeleton rows={6} />} errorComponent={ErrorPanel}>
          <TodoList key={q} q={q} />
        </AsyncBoundary>
      </Card>
    </ReportContext.Provider>
  );
}

const meta: Meta<typeof TodosPage> = {
  title: 'Changing/Todos',
  component: TodosPage,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Todos: StoryObj<typeof meta> = { name: 'Todos' };
