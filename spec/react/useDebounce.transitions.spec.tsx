import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
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
  it('keeps the old content until the data of the next value is there', async () => {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    const Found = ({ id }: { id: string }): ReactElement => {
      const [debounced, isPending] = useDebounce(id, 200);
      return (
        <b>
          {useSuspense(users.endpoint, { id: debounced }).name}
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
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo');
  });
});
