import { act } from '@testing-library/react';
import { useState } from 'react';
import { Entity, type OptimisticSnapshot, schema } from 'streambed';
import { useStream, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remoteList, remoteWith } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

class Task extends Entity {
  id = '';
  title = '';
  clientId?: string;
  static override readonly key = 'Task';
  static override readonly clientId = 'clientId';
}

interface NewTask {
  readonly title: string;
  readonly clientId?: string;
}

const tasks = new schema.Collection([Task]);
const byTitle = new schema.Query(new schema.All(Task), (all) =>
  [...all].sort((a, b) => a.title.localeCompare(b.title)),
);

const given: NewTask = { title: 'Bread', clientId: 'c' };
const real = { id: '7', title: 'Bread' };

const changes = { push: tasks.push, unshift: tasks.unshift };
type Change = keyof typeof changes;

const getKit = (change: Change) => {
  const { store } = testStore();
  const sorted$ = store.query(byTitle);
  const list = remoteList('getTasks', { schema: tasks });
  const creation = remoteWith<[NewTask]>()('createTask', {
    schema: changes[change],
    sideEffect: true,
    getOptimisticResponse: (_snapshot: OptimisticSnapshot, task: NewTask) => task,
  });
  let renders: number[] = [];
  /** A row with a state of its own: what the user has typed. */
  function Row({ task }: { readonly task: Task }) {
    const [note] = useState(() => `note ${task.id.replace(/^optimistic.*/, 'new')}`);
    return <li>{`${task.title}: ${note}`}</li>;
  }
  const Rows = ({ of }: { readonly of: readonly Task[] }) => {
    renders.push(of.length);
    return (
      <ul>
        {of.map((task) => (
          <Row key={task.clientId ?? task.id} task={task} />
        ))}
      </ul>
    );
  };
  const Listed = () => <Rows of={useSuspense(list.endpoint)} />;
  const Sorted = () => <Rows of={useStream(sorted$) ?? []} />;
  const ui = (
    <Boundary>
      <Listed />
      <Sorted />
    </Boundary>
  );
  const counts = () => {
    const seen = new Set(renders);
    renders = [];
    return [...seen];
  };
  return { store, list, creation, ui, counts };
};

const situations = modes.flatMap(([mode, strict]) =>
  (['push', 'unshift'] as const).map((change) => ({ mode, strict, change })),
);

describe.each(situations)('a row that is created by $change, $mode,', ({ strict, change }) => {
  async function creating(task: NewTask) {
    const { store, list, creation, ui, counts } = getKit(change);
    const { container } = await renderAsync(ui, { store, strict });
    await list.last.answer([{ id: '1', title: 'Milk' }]);
    counts();
    const send = () => act(async () => void store.fetch(creation.endpoint, task).catch(() => {}));
    await send();
    const nodes = () =>
      [...container.querySelectorAll('li')].filter((node) =>
        node.textContent.startsWith('Bread: note new'),
      );
    return { store, creation, counts, container, nodes, before: nodes() };
  }

  it.each([
    ['that the response has', given, { ...real, clientId: 'c' }],
    ['that the response lacks', given, real],
    ['that the store gives it', { title: 'Bread' }, real],
  ])('keeps its DOM node and state by a client id %s', async (_, task, response) => {
    const { creation, counts, nodes, before } = await creating(task);
    expect(before).toHaveLength(2);
    await creation.last.answer(response);
    expect(nodes()).toHaveLength(2);
    nodes().forEach((node, at) => expect(node).toBe(before[at]));
    expect(counts()).toEqual([2]);
  });

  it('is one node when a message brings it before its response', async () => {
    const { store, creation, counts, container, nodes, before } = await creating(given);
    const message = { ...real, clientId: 'c' };
    await act(async () => store.set(changes[change], message));
    nodes().forEach((node, at) => expect(node).toBe(before[at]));
    await creation.last.answer(message);
    nodes().forEach((node, at) => expect(node).toBe(before[at]));
    expect(container.querySelectorAll('li')).toHaveLength(4);
    expect(counts()).toEqual([2]);
  });

  it('stays one node when a message brings it and its request fails', async () => {
    const { store, creation, counts, nodes, before } = await creating(given);
    await act(async () => store.set(changes[change], { ...real, clientId: 'c' }));
    await creation.last.fail(new Error('no answer'));
    nodes().forEach((node, at) => expect(node).toBe(before[at]));
    expect(nodes()).toHaveLength(2);
    expect(counts()).toEqual([2]);
  });
});
