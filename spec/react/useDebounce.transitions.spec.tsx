import { act } from '@testing-library/react';
import { type ReactElement, useEffect } from 'react';
import { useDebounce, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));

describe.each(modes)('useDebounce %s', (_, strict) => {
  async function renderFound() {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    const shown: string[] = [];
    const Found = ({ id }: { id: string }): ReactElement => {
      const [debounced, isPending] = useDebounce(id, 200);
      const { name } = useSuspense(users.endpoint, { id: debounced });
      useEffect(() => void shown.push(`${id}: ${name}`));
      return (
        <b>
          {name}
          {isPending && '…'}
        </b>
      );
    };
    const within = (id: string): ReactElement => (
      <Boundary>
        <Found id={id} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(within('1'), { store, strict });
    await users.last.answer({ id: '1', name: 'Ann' });
    await rerender(within('2'));
    await pass(200);
    expect(users.last.args).toEqual([{ id: '2' }]);
    expect(text()).toBe('Ann…');
    return { users, shown, text, type: (id: string) => rerender(within(id)) };
  }

  it('keeps the old content until the data of the next value is there', async () => {
    const { text, users } = await renderFound();
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo');
  });

  it('never shows the data of a value that has changed back while it was fetched', async () => {
    const { shown, text, type, users } = await renderFound();
    await type('1');
    expect(text()).toBe('Ann');
    await users.last.answer({ id: '2', name: 'Bo' });
    await pass(200);
    expect(text()).toBe('Ann');
    expect(shown).not.toContain('1: Bo');
    await type('2');
    await pass(200);
    expect(text()).toBe('Bo');
    expect(users.requests).toHaveLength(2);
  });

  it('shows the data of a value that changes back and forth', async () => {
    const { text, type, users } = await renderFound();
    await type('1');
    await type('2');
    expect(text()).toBe('Ann…');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Ann…');
    await pass(200);
    expect(text()).toBe('Bo');
  });
});
