import { act, fireEvent, screen as page } from '@testing-library/react';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { BehaviorSubject, EMPTY, map, Observable, of, Subject, throwError } from 'rxjs';
import { schema } from 'streambed';
import { useDLE, useObservable, useQuery, useStream } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { counted } from './support/counted.ts';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const allUsers = new schema.All(User);

function Latest({ of: stream }: { of: Observable<ReactNode> }): ReactElement {
  return <b>{useStream(stream)}</b>;
}

function Observed({ of: stream, initial }: { of: Observable<ReactNode>; initial?: string }) {
  return <b>{useObservable(stream, initial) ?? 'nothing yet'}</b>;
}

describe.each(modes)('useStream %s', (_, strict) => {
  it('suspends until the first value and shows each later one', async () => {
    const values = new Subject<string>();
    const { text } = await renderAsync(
      <Boundary>
        <Latest of={values} />
      </Boundary>,
      { strict },
    );
    expect(text()).toBe('waiting');
    await act(async () => values.next('a'));
    expect(text()).toBe('a');
    await act(async () => values.next('b'));
    expect(text()).toBe('b');
  });

  it('waits again if the component that suspends makes the observable in a memo', async () => {
    const values = new Subject<string>();
    let made = 0;
    function Memoizing() {
      const stream = useMemo(() => {
        made++;
        return values.pipe(map((value) => value));
      }, []);
      return <b>{useStream(stream)}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Memoizing />
      </Boundary>,
      { strict },
    );
    const before = made;
    await act(async () => values.next('a'));
    expect(text()).toBe('waiting');
    expect(made).toBeGreaterThan(before);
  });

  it('shows a synchronous value without suspending', async () => {
    let waits = 0;
    const { text } = await renderAsync(
      <Boundary onWait={() => waits++}>
        <Latest of={of('cold')} /> <Latest of={new BehaviorSubject('hot')} />
      </Boundary>,
      { strict },
    );
    expect(text()).toBe('cold hot');
    expect(waits).toBe(0);
  });

  it('shares one subscription among all components', async () => {
    const values = new Subject<string>();
    const { stream, counts } = counted(values);
    const { text } = await renderAsync(
      <Boundary>
        <Latest of={stream} /> <Latest of={stream} /> <Observed of={stream} />
      </Boundary>,
      { strict },
    );
    await act(async () => values.next('a'));
    expect(text()).toBe('a a a');
    expect(counts).toEqual({ all: 1, open: 1 });
  });

  it('shows the values of an observable of another library, until it unmounts', async () => {
    const listeners = new Set<(value: string) => void>();
    const foreign = {
      subscribe(next: unknown) {
        listeners.add(next as (value: string) => void);
        return () => listeners.delete(next as (value: string) => void);
      },
    };
    // The cast holds: the type of RxJS knows no `subscribe` that returns a function.
    const stream = foreign as unknown as Observable<string>;
    const { text, unmount } = await renderAsync(
      <Boundary>
        <Latest of={stream} />
        <Observed of={stream} />
      </Boundary>,
      { strict },
    );
    for (const value of ['a', 'b']) {
      await act(async () => listeners.forEach((listener) => listener(value)));
      expect(text()).toBe(value + value);
    }
    expect(listeners.size).toBe(1);
    await unmount();
  });

  it('throws an error of the stream to the boundary, whose reset subscribes again', async () => {
    let fails = true;
    const stream = new Observable<string>((subscriber) => {
      if (fails) subscriber.error(new Error('gone'));
      else subscriber.next('back');
    });
    const { text } = await renderAsync(
      <Boundary>
        <Latest of={stream} />
      </Boundary>,
      { strict },
    );
    expect(text()).toBe('failed: gone');
    fails = false;
    await act(async () => fireEvent.click(page.getByTitle('retry')));
    expect(text()).toBe('back');
  });

  it('throws an error for a stream that completes without a value', async () => {
    const { text } = await renderAsync(
      <Boundary>
        <Latest of={EMPTY} />
      </Boundary>,
      { strict },
    );
    expect(text()).toContain('completed without a value');
  });

  it('keeps the last value of a stream that has completed', async () => {
    const values = new Subject<string>();
    const { text } = await renderAsync(
      <Boundary>
        <Latest of={values} />
      </Boundary>,
      { strict },
    );
    await act(async () => {
      values.next('last');
      values.complete();
    });
    expect(text()).toBe('last');
  });

  it('shows the new stream when its argument changes', async () => {
    const [first, second] = [of('first'), of('second')];
    const { text, rerender } = await renderAsync(
      <Boundary>
        <Latest of={first} />
      </Boundary>,
      { strict },
    );
    await rerender(
      <Boundary>
        <Latest of={second} />
      </Boundary>,
    );
    expect(text()).toBe('second');
  });

  it('shows a stream composed of streams of the store', async () => {
    const { store } = testStore();
    const names$ = store
      .query(allUsers)
      .pipe(map((users = []) => users.map(({ name }) => name).join(' ') || 'nobody'));
    const { text } = await renderAsync(
      <Boundary>
        <Latest of={names$} />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('nobody');
    await act(async () =>
      store.batch(() => {
        store.set(User, { id: '1', name: 'Ann' });
        store.set(User, { id: '2', name: 'Bo' });
      }),
    );
    expect(text()).toBe('Ann Bo');
  });

  it('accepts `data$` of an endpoint that is observed again in each render', async () => {
    const { store } = testStore();
    const users = remote('getUser', { schema: User });
    const Name = (): ReactElement => (
      <b>{useStream(store.observe(users.endpoint, { id: '1' }).data$).name}</b>
    );
    const { text } = await renderAsync(
      <Boundary>
        <Name />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(1);
  });

  it('notifies other components of a request of its render after that render', async () => {
    const { store, clock } = testStore();
    const users = remote('getUser', { schema: User });
    store.setResponse(users.endpoint, { id: '1' }, { id: '1', name: 'Ann' });
    const Fetching = (): ReactElement => (
      <i>{String(useDLE(users.endpoint, { id: '1' }).fetching)}</i>
    );
    const name$ = store.observe(users.endpoint, { id: '1' }).pipe(map(({ data }) => data?.name));
    const within = (inner?: ReactNode): ReactElement => (
      <Boundary>
        <Fetching /> {inner}
      </Boundary>
    );
    const { text, rerender } = await renderAsync(within(), { store, strict });
    await act(async () => clock.advance(60_001));
    await rerender(within(<Latest of={name$} />));
    expect(text()).toBe('true Ann');
  });
});

describe.each(modes)('useObservable %s', (_, strict) => {
  it('shows the initial value until there is a value', async () => {
    const values = new Subject<string>();
    const { text } = await renderAsync(
      <>
        <Observed of={values} initial="initial" /> <Observed of={values} />
      </>,
      { strict },
    );
    expect(text()).toBe('initial nothing yet');
    await act(async () => values.next('a'));
    expect(text()).toBe('a a');
  });

  it('shows the value of a BehaviorSubject in its first render', async () => {
    const seen: string[] = [];
    const values = new BehaviorSubject('a');
    const Seeing = (): ReactElement => {
      seen.push(useObservable(values));
      return <b />;
    };
    await renderAsync(<Seeing />, { strict });
    expect(new Set(seen)).toEqual(new Set(['a']));
    await act(async () => values.next('b'));
    expect(seen.at(-1)).toBe('b');
  });

  it('throws an error of the stream to the boundary', async () => {
    const stream = throwError(() => new Error('gone'));
    const { text } = await renderAsync(
      <Boundary>
        <Observed of={stream} />
      </Boundary>,
      { strict },
    );
    expect(text()).toBe('failed: gone');
  });

  it('unsubscribes from a state observable at once', async () => {
    const values = new BehaviorSubject('a');
    const { unmount } = await renderAsync(<Observed of={values} />, { strict });
    expect(values.observed).toBe(true);
    await unmount();
    expect(values.observed).toBe(false);
  });
});

describe.each(modes)('useQuery %s', (_, strict) => {
  const Name = ({ id }: { id: string }): ReactElement => (
    <b>{useQuery(User, { id })?.name ?? 'nobody'}</b>
  );

  it('shows the cached value, and each change of it', async () => {
    const { store } = testStore();
    const { text, rerender } = await renderAsync(<Name id="1" />, { store, strict });
    expect(text()).toBe('nobody');
    await act(async () => store.set(User, { id: '1', name: 'Ann' }));
    expect(text()).toBe('Ann');
    await rerender(<Name id="2" />);
    expect(text()).toBe('nobody');
    await act(async () => store.set(User, { id: '2', name: 'Bo' }));
    expect(text()).toBe('Bo');
  });

  it('renders only for changes of its value', async () => {
    const { store } = testStore();
    store.set(User, { id: '1', name: 'Ann' });
    let renders = 0;
    const Counting = (): ReactElement => {
      renders++;
      return <b>{useQuery(User, { id: '1' })?.name}</b>;
    };
    await renderAsync(<Counting />, { store, strict });
    renders = 0;
    await act(async () => store.set(User, { id: '2', name: 'Bo' }));
    expect(renders).toBe(0);
    await act(async () => store.set(User, { id: '1', name: 'Ann B.' }));
    expect(renders).toBe(strict ? 2 : 1);
  });

  it('throws an error of a Query to the boundary', async () => {
    const { store } = testStore();
    const failing = new schema.Query(allUsers, () => {
      throw new Error('no such view');
    });
    const Failing = (): ReactElement => <b>{String(useQuery(failing))}</b>;
    store.set(User, { id: '1', name: 'Ann' });
    const { text } = await renderAsync(
      <Boundary>
        <Failing />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('failed: no such view');
  });

  it('releases its stream when it unmounts', async () => {
    const { store } = testStore();
    const { unmount } = await renderAsync(<Name id="1" />, { store, strict });
    expect(store.stats().subscribers).toBe(1);
    await unmount();
    expect(store.stats().subscribers).toBe(0);
  });
});
