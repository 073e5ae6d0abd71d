import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AsyncBoundary, useSuspense } from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remoteList } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

describe.each(modes)('AsyncBoundary %s', (_, strict) => {
  it('shows nothing, then the data', async () => {
    const { store } = testStore();
    const time = remoteList('time');
    const Time = (): ReactNode => useSuspense(time.endpoint);
    const { text } = await renderAsync(
      <AsyncBoundary>
        <Time />
      </AsyncBoundary>,
      { store, strict },
    );
    expect(text()).toBe('');
    await time.last.answer('12:00');
    expect(text()).toBe('12:00');
  });

  it('shows its fallback while children suspend, also after the reset of an error', async () => {
    const { store } = testStore();
    const time = remoteList('time');
    const Time = (): ReactNode => useSuspense(time.endpoint);
    const { text, getByRole } = await renderAsync(
      <AsyncBoundary fallback="tick">
        <Time />
      </AsyncBoundary>,
      { store, strict },
    );
    expect(text()).toBe('tick');
    await time.last.fail(new Error('stopped'));
    expect(text()).toBe('stoppedTry again');
    await act(async () => getByRole('button').click());
    expect(text()).toBe('tick');
    await time.last.answer('12:00');
    expect(text()).toBe('12:00');
  });

  it('shows the error component with the class name, and resets through `listen`', async () => {
    const { store } = testStore();
    const time = remoteList('time');
    const Time = (): ReactNode => useSuspense(time.endpoint);
    const resets = new Set<() => void>();
    const { text, container } = await renderAsync(
      <AsyncBoundary
        errorComponent={({ error, className }) => <em className={className}>{error.message}</em>}
        errorClassName="sad"
        listen={(reset) => {
          resets.add(reset);
          return () => resets.delete(reset);
        }}
      >
        <Time />
      </AsyncBoundary>,
      { store, strict },
    );
    await time.last.fail(new Error('stopped'));
    expect(text()).toBe('stopped');
    expect(container.querySelector('em')?.className).toBe('sad');
    await act(async () => resets.forEach((reset) => reset()));
    await time.last.answer('12:00');
    expect(text()).toBe('12:00');
  });
});
