import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useDebounce } from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';

quietConsole();

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));

function Debounced({ text, updatable }: { text: string; updatable?: boolean }): ReactElement {
  const [debounced, isPending] = useDebounce(text, 200, updatable);
  return (
    <b>
      {debounced}
      {isPending && '…'}
    </b>
  );
}

describe.each(modes)('useDebounce %s', (_, strict) => {
  it('returns a value that has stayed the same for the delay', async () => {
    const { text, rerender } = await renderAsync(<Debounced text="a" />, { strict });
    expect(text()).toBe('a');
    await rerender(<Debounced text="ab" />);
    expect(text()).toBe('a…');
    await pass(150);
    await rerender(<Debounced text="abc" />);
    await pass(150);
    expect(text()).toBe('a…');
    await pass(50);
    expect(text()).toBe('abc');
  });

  it('is not pending when the value changes back', async () => {
    const { text, rerender } = await renderAsync(<Debounced text="a" />, { strict });
    await rerender(<Debounced text="ab" />);
    await rerender(<Debounced text="a" />);
    expect(text()).toBe('a');
    await pass(200);
    expect(text()).toBe('a');
  });

  it('does not change while it is not updatable', async () => {
    const { text, rerender } = await renderAsync(<Debounced text="a" />, { strict });
    await rerender(<Debounced text="ab" updatable={false} />);
    await pass(500);
    expect(text()).toBe('a');
    await rerender(<Debounced text="ab" updatable />);
    await pass(200);
    expect(text()).toBe('ab');
  });
});
