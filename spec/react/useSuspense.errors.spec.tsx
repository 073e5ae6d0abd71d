import { act } from '@testing-library/react';
import { Component, type ReactElement, type ReactNode, Suspense } from 'react';
import { Endpoint, StreambedError } from 'streambed';
import { ErrorBoundary, useSuspense } from 'streambed/react';
import { Boundary } from './support/Boundary.tsx';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';
import { getUsers, Name, renderName } from './support/userKit.tsx';

quietConsole();

/** An error boundary of another library: it does not retry failed reads. */
class ForeignBoundary extends Component<{ children: ReactNode }, { message: string | undefined }> {
  override state = { message: undefined };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render(): ReactNode {
    if (this.state.message === undefined) {
      return <Suspense fallback="waiting">{this.props.children}</Suspense>;
    }
    return (
      <button onClick={() => this.setState({ message: undefined })}>{this.state.message}</button>
    );
  }
}

/** A clock that advances whenever it is read. */
function passing(from: number): () => number {
  let now = from;
  return () => ++now;
}

const click = (element: HTMLElement): Promise<void> => act(async () => element.click());

describe.each(modes)('useSuspense %s', (_, strict) => {
  it('throws an error to the nearest error boundary', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text } = await renderAsync(
      <ErrorBoundary>
        <Boundary>
          <Name users={users} />
        </Boundary>
        <p>around</p>
      </ErrorBoundary>,
      { store, strict },
    );
    await users.last.fail(new Error('gone'));
    expect(text()).toBe('failed: gonearound');
    expect(users.requests).toHaveLength(1);
  });

  it('refetches and recovers when our boundary is reset, although the error has not expired', async () => {
    const { users, text, getByTitle } = await renderName(strict);
    await users.last.fail(new Error('gone'));
    await click(getByTitle('retry'));
    expect(text()).toBe('waiting');
    expect(users.requests).toHaveLength(2);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(2);
  });

  it('fetches once per reset while requests fail', async () => {
    const { users, text, getByTitle } = await renderName(strict);
    await users.last.fail(new Error('first'));
    await click(getByTitle('retry'));
    await users.last.fail(new Error('second'));
    expect(text()).toBe('failed: second');
    await click(getByTitle('retry'));
    await users.last.fail(new Error('third'));
    expect(text()).toBe('failed: third');
    expect(users.requests).toHaveLength(3);
  });

  it('throws the same error in a foreign boundary until it expires, then refetches', async () => {
    const { store, clock } = testStore();
    const users = getUsers();
    const { text, getByRole } = await renderAsync(
      <ForeignBoundary>
        <Name users={users} />
      </ForeignBoundary>,
      { store, strict },
    );
    await users.last.fail(new Error('gone'));
    expect(text()).toBe('gone');

    clock.advance(999);
    await click(getByRole('button'));
    expect(text()).toBe('gone');
    expect(users.requests).toHaveLength(1);

    clock.advance(2);
    await click(getByRole('button'));
    expect(text()).toBe('waiting');
    expect(users.requests).toHaveLength(2);
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
    expect(users.requests).toHaveLength(2);
  });

  it('fetches once although the error expires at once', async () => {
    const { store, clock } = testStore();
    clock.now = passing(clock.now());
    const users = getUsers({ errorExpiryLength: 0 });
    const { text, getByRole } = await renderAsync(
      <ForeignBoundary>
        <Name users={users} />
      </ForeignBoundary>,
      { store, strict },
    );
    await users.last.fail(new Error('gone'));
    expect(text()).toBe('gone');
    expect(users.requests).toHaveLength(1);

    clock.now = passing(clock.now() + 100);
    await act(async () => clock.advance(100));
    await click(getByRole('button'));
    expect(text()).toBe('waiting');
    expect(users.requests).toHaveLength(2);
  });

  it('throws a valid error in a component that mounts later, and does not fetch', async () => {
    const { store } = testStore();
    const users = getUsers();
    store.setError(users.endpoint, { id: '1' }, new Error('known'));
    const { text } = await renderAsync(
      <Boundary>
        <Name users={users} />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('failed: known');
    expect(users.requests).toHaveLength(0);
  });

  it('keeps showing data beside a soft error', async () => {
    const { store, users, text } = await renderName(
      strict,
      getUsers({ errorPolicy: () => 'soft' }),
    );
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.expireAll(users.endpoint));
    await users.last.fail(new Error('busy'));
    expect(text()).toBe('Ann');
    expect(store.getState(users.endpoint, { id: '1' }).error?.message).toBe('busy');
    expect(users.requests).toHaveLength(2);
  });

  it('throws a soft error without data', async () => {
    const { users, text } = await renderName(strict, getUsers({ errorPolicy: () => 'soft' }));
    await users.last.fail(new Error('busy'));
    expect(text()).toBe('failed: busy');
  });

  it('throws a hard error although there is data, and shows the data of the next success', async () => {
    const { store, users, text, getByTitle } = await renderName(strict);
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.expireAll(users.endpoint));
    await users.last.fail(new Error('forbidden'));
    expect(text()).toBe('failed: forbidden');

    await click(getByTitle('retry'));
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '1', name: 'Anna' });
    expect(text()).toBe('Anna');
    expect(users.requests).toHaveLength(3);
  });

  it('does not throw the error of the previous arguments', async () => {
    const { store } = testStore();
    const users = getUsers();
    const shown = (id: string): ReactElement => (
      <Boundary key={id}>
        <Name users={users} id={id} />
      </Boundary>
    );
    const { text, rerender } = await renderAsync(shown('1'), { store, strict });
    await users.last.fail(new Error('gone'));
    await rerender(shown('2'));
    expect(text()).toBe('waiting');
    await users.last.answer({ id: '2', name: 'Bo' });
    expect(text()).toBe('Bo');
  });

  it('refetches a failed key once for all components when one of their boundaries is reset', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text, getAllByTitle } = await renderAsync(
      <>
        <Boundary>
          <Name users={users} />
        </Boundary>
        <Boundary>
          <Name users={users} />
        </Boundary>
      </>,
      { store, strict },
    );
    await users.last.fail(new Error('gone'));
    expect(text()).toBe('failed: gonefailed: gone');
    await click(getAllByTitle('retry')[0]);
    await click(getAllByTitle('retry')[0]);
    expect(text()).toBe('waitingwaiting');
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('AnnAnn');
    expect(users.requests).toHaveLength(2);
  });

  it('throws the synchronous error of an endpoint function', async () => {
    const { store } = testStore();
    const broken = new Endpoint(
      (): Promise<string> => {
        throw new TypeError('no such thing');
      },
      { name: 'broken' },
    );
    function Broken(): ReactElement {
      return <b>{useSuspense(broken)}</b>;
    }
    const { text } = await renderAsync(
      <Boundary>
        <Broken />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toBe('failed: no such thing');
  });

  it('throws an error that names the endpoint if the response cannot be normalized', async () => {
    const { store, users, text } = await renderName(strict);
    await users.last.answer({ name: 'without id' });
    expect(text()).toMatch(/^failed: .*getUser/);
    expect(store.stats().entities).toBe(0);
  });

  it('throws the error of arguments that make no key to the boundary, not to the root', async () => {
    const { store } = testStore();
    const users = getUsers();
    const { text, getByTitle } = await renderAsync(
      <Boundary>
        <Name users={users} id={Symbol('id') as unknown as string} />
      </Boundary>,
      { store, strict },
    );
    expect(text()).toMatch(/^failed: /);
    await click(getByTitle('retry'));
    expect(text()).toMatch(/^failed: /);
    expect(users.requests).toHaveLength(0);
  });

  it('recovers from arguments that make no key when they change', async () => {
    const { store } = testStore();
    const users = getUsers();
    const shown = (id: unknown): ReactElement => (
      <Boundary>
        <Name users={users} id={id as string} />
      </Boundary>
    );
    const { text, rerender, getByTitle } = await renderAsync(shown(Symbol('id')), {
      store,
      strict,
    });
    await rerender(shown('1'));
    await click(getByTitle('retry'));
    await users.last.answer({ id: '1', name: 'Ann' });
    expect(text()).toBe('Ann');
  });

  it('throws SB_NO_PROVIDER without a provider', async () => {
    const errors: Error[] = [];
    const { text } = await renderAsync(
      <ErrorBoundary
        fallbackComponent={({ error }) => {
          errors.push(error);
          return <b>no store</b>;
        }}
      >
        <Name users={getUsers()} />
      </ErrorBoundary>,
      { strict },
    );
    expect(text()).toBe('no store');
    expect(errors[0]).toBeInstanceOf(StreambedError);
    expect(errors[0]).toHaveProperty('code', 'SB_NO_PROVIDER');
  });

  it('throws SB_DISPOSED to the boundary if the store is disposed while it suspends', async () => {
    const { store, users, text } = await renderName(strict);
    await act(async () => store.dispose());
    expect(text()).toMatch(/^failed: .*dispose/);
    expect(users.last.signal?.aborted).toBe(true);
    expect(Object.values(store.stats())).toEqual(Object.values(store.stats()).map(() => 0));
  });

  it('keeps the shown data when the store is disposed, and unmounts without an error', async () => {
    const { store, users, text, unmount } = await renderName(strict);
    await users.last.answer({ id: '1', name: 'Ann' });
    await act(async () => store.dispose());
    expect(text()).toBe('Ann');
    await unmount();
  });
});
