import type { Meta, StoryObj } from '@storybook/react-vite';
import { useId, useState, type ReactElement } from 'react';
import { AsyncBoundary } from 'streambed/react';
import { ServerSwitches } from '../todos/ServerSwitches.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { FoundTodos } from './FoundTodos.tsx';

const description =
  '`useDebounce` waits until you pause, and keeps the previous todos on screen until the next response. ' +
  '`useCancelling` aborts a request that is no longer needed: make the server slow, type on, and the ' +
  'requests on the right end as “aborted”. A text that was found before needs no new request.';

function Typeahead(): ReactElement {
  const fieldId = useId();
  const [text, setText] = useState('');
  return (
    <Card title="Find a todo" aside={<ServerSwitches />}>
      <div className="field todo-search">
        <label htmlFor={fieldId}>Search</label>
        <input
          id={fieldId}
          type="search"
          className="input"
          value={text}
          placeholder="Type, e.g. “jetty”"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <AsyncBoundary fallback={<Skeleton />} errorComponent={ErrorPanel}>
        <FoundTodos text={text} />
      </AsyncBoundary>
    </Card>
  );
}

const meta: Meta<typeof Typeahead> = {
  title: 'Reading/Typeahead',
  component: Typeahead,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Typeahead' };
