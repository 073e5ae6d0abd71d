import type { Meta, StoryObj } from '@storybook/react-vite';
import { useDeferredValue, useId, useState, type ReactElement } from 'react';
import { AsyncBoundary } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NewTodo } from './NewTodo.tsx';
import { ProblemPanel } from './ProblemPanel.tsx';
import { SavingBadge } from './SavingBadge.tsx';
import { ServerSwitches } from './ServerSwitches.tsx';
import { TodoList } from './TodoList.tsx';
import { ReportContext } from './useReport.ts';
import { useReports } from './useReports.ts';

const description =
  'One `resource` with `optimistic: true` creates, edits, ticks and deletes. `useInfinite` ' +
  'adds pages to the list as you scroll. Make the server slow, or let it fail, to see the difference.';

function TodosPage(): ReactElement {
  const searchId = useId();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const { report, pending, problem, dismiss } = useReports();

  return (
    <ReportContext.Provider value={report}>
      <Card title="Add a todo" aside={<ServerSwitches />}>
        <NewTodo />
      </Card>
      <ProblemPanel problem={problem} onDismiss={dismiss} />
      <Card title="Todos" aside={<SavingBadge pending={pending} />}>
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
