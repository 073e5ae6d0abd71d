import { act } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { type Observable, Subject } from 'rxjs';
import { createStore } from 'streambed';
import { useObservable, useStream, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { counted } from './support/counted.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { getUsers } from './support/userKit.tsx';

quietConsole();

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** React repeats renders at the end of `act`, which has to be sooner than a lease ends. */
const STEP = 4;

async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= STEP) {
    await act(async () => jest.advanceTimersByTimeAsync(Math.min(left, STEP) * 1_000));
  }
}

function Latest({ of: stream }: { of: Observable<ReactNode> }): ReactElement {
  return <b>{useStream(stream)}</b>;
}

const within = (stream: Observable<ReactNode>): ReactElement => (
  <Boundary>
    <Latest of={stream} />
  </Boundary>
);

describe.each(modes)('useStream %s', (_, strict) => {
  it('unsubscribes 5 s after the last component has unmounted', async () => {
    const values = new Subject<string>();
    const { stream, counts } = counted(values);
    const { unmount } = await renderAsync(within(stream), { strict });
    await act(async () => values.next('a'));
    await unmount();
    await pass(4);
    expect(counts.open).toBe(1);
    await pass(2);
    expect(counts).toEqual({ all: 1, open: 0 });
  });

  it('shows the value to a component that mounts soon after the last one has unmounted', async () => {
    const values = new Subject<string>();
    const { stream, counts } = counted(values);
    const first = await renderAsync(within(stream), { strict });
    await act(async () => values.next('a'));
    await first.unmount();
    await pass(4);
    const second = await renderAsync(within(stream), { strict });
    expect(second.text()).toBe('a');
    await second.unmount();
    await pass(6);
    const third = await renderAsync(within(stream), { strict });
    expect(third.text()).toBe('waiting');
    expect(counts).toEqual({ all: 2, open: 1 });
  });

  it('unsubscribes after a suspended component has unmounted', async () => {
    const { stream, counts } = counted(new Subject<string>());
    const { unmount } = await renderAsync(within(stream), { strict });
    await unmount();
    expect(counts.open).toBe(1);
    await pass(60);
    expect(counts).toEqual({ all: 1, open: 0 });
  });

  it('unsubscribes after a component has unmounted before the first value, while another one waits', async () => {
    const values = new Subject<string>();
    const { stream, counts } = counted(values);
    const slow = new Subject<string>();
    const shown = (isThere: boolean): ReactElement => (
      <>
        {within(slow)}
        {isThere && within(stream)}
      </>
    );
    const { rerender } = await renderAsync(shown(true), { strict });
    await rerender(shown(false));
    await act(async () => values.next('a'));
    await pass(60);
    expect(counts).toEqual({ all: 1, open: 0 });
  });

  it('stays subscribed while a component suspends, however long', async () => {
    const values = new Subject<string>();
    const { stream, counts } = counted(values);
    const { text } = await renderAsync(within(stream), { strict });
    await pass(120);
    expect(counts).toEqual({ all: 1, open: 1 });
    await act(async () => values.next('late'));
    expect(text()).toBe('late');
  });

  it('stays subscribed to one stream while the component waits for another one', async () => {
    const [first, second] = [new Subject<string>(), new Subject<string>()];
    const { stream, counts } = counted(first);
    const Both = (): ReactElement => {
      const a = useStream(stream);
      return (
        <b>
          {a} {useStream(second)}
        </b>
      );
    };
    const { text } = await renderAsync(
      <Boundary>
        <Both />
      </Boundary>,
      { strict },
    );
    await act(async () => first.next('a'));
    await pass(60);
    await act(async () => second.next('b'));
    expect(text()).toBe('a b');
    expect(counts).toEqual({ all: 1, open: 1 });
  });

  it('stays subscribed to a stream while the component waits for a key', async () => {
    const values = new Subject<string>();
    const { stream, counts } = counted(values);
    const users = getUsers();
    const Both = (): ReactElement => (
      <b>
        {useStream(stream)} {useSuspense(users.endpoint, { id: '1' }).name}
      </b>
    );
    const store = createStore();
    const { text } = await renderAsync(
      <Boundary>
        <Both />
      </Boundary>,
      { store, strict },
    );
    await act(async () => values.next('a'));
    await pass(60);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('a Ann');
    expect(counts).toEqual({ all: 1, open: 1 });
    store.dispose();
  });

  it('unsubscribes however many components wait in other stores', async () => {
    const values = new Subject<string>();
    const { stream, counts } = counted(values);
    await renderAsync(within(new Subject()), { store: createStore(), strict });
    const { unmount } = await renderAsync(within(stream), { store: createStore(), strict });
    await unmount();
    await act(async () => values.next('a'));
    await pass(12);
    expect(counts).toEqual({ all: 1, open: 0 });
  });

  it('goes on for mounted components when their store is disposed', async () => {
    const values = new Subject<string>();
    const { stream, counts } = counted(values);
    const store = createStore();
    const Observed = (): ReactElement => <i>{useObservable(stream, 'nothing')}</i>;
    const shown = (): ReactElement => (
      <>
        {within(stream)}
        <Observed />
      </>
    );
    const { text, rerender } = await renderAsync(shown(), { store, strict });
    await act(async () => values.next('a'));
    await act(async () => store.dispose());
    await rerender(shown());
    expect(text()).toBe('aa');
    await act(async () => values.next('b'));
    expect(text()).toBe('bb');
    expect(counts).toEqual({ all: 1, open: 1 });
  });

  it('ends with the store, and fails, where a component suspends', async () => {
    const { stream, counts } = counted(new Subject<string>());
    const store = createStore();
    const { text } = await renderAsync(within(stream), { store, strict });
    await act(async () => store.dispose());
    expect(text()).toContain('SB_DISPOSED');
    expect(counts).toEqual({ all: 1, open: 0 });
  });
});
