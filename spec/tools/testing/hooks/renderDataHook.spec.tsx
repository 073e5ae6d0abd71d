import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RestEndpoint } from '../../../../src/http/rest/RestEndpoint.ts';
import { useDLE } from '../../../../src/react/useDLE.ts';
import { useQuery } from '../../../../src/react/useStream.ts';
import { useSuspense } from '../../../../src/react/useSuspense.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { createTestStore } from '../../../../src/tools/testing/createTestStore.ts';
import { fixture } from '../../../../src/tools/testing/Fixture.ts';
import {
  renderDataHook,
  type RenderedDataHook,
} from '../../../../src/tools/testing/hooks/renderDataHook.ts';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const named = fixture({
  endpoint: getUser,
  response: ({ id }) => ({ id, name: `No. ${id}` }),
});
const useUser = ({ id }: { id: string }): User => useSuspense(getUser, { id });

afterEach(() => jest.restoreAllMocks());

describe.each([false, true])('renderDataHook, strict: %s', (strict) => {
  it('returns what the hook returned, after plain rendering', async () => {
    const { result, waitFor } = renderDataHook(() => useUser({ id: '1' }), {
      fixtures: [named],
      strict,
    });
    expect(result.current).toBeUndefined();
    await waitFor(() => expect(result.current?.name).toBe('No. 1'));
  });

  it('returns what the hook returned, after awaited rendering', async () => {
    let hook: RenderedDataHook<User, undefined> | undefined;
    await act(async () => {
      hook = renderDataHook(() => useUser({ id: '1' }), { fixtures: [named], strict });
    });
    expect(hook?.result.current?.name).toBe('No. 1');
  });

  it('renders again with other props; while the hook suspends, it has no result', async () => {
    const { result, rerender, waitFor, store } = renderDataHook(useUser, {
      initialProps: { id: '1' },
      fixtures: [named],
      strict,
    });
    await waitFor(() => expect(result.current?.id).toBe('1'));
    rerender({ id: '2' });
    expect(result.current).toBeUndefined();
    await waitFor(() => expect(result.current?.id).toBe('2'));
    rerender();
    expect(result.current?.id).toBe('2');
    expect(store.requests(getUser).map(({ args }) => args)).toEqual([[{ id: '1' }], [{ id: '2' }]]);
  });

  it('returns what the hook threw; another render mounts the hook again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const error = new Error('no such user');
    const { result, rerender, waitFor } = renderDataHook(useUser, {
      initialProps: { id: '0' },
      fixtures: [fixture({ endpoint: getUser, args: [{ id: '0' }], error }), named],
      strict,
    });
    await waitFor(() => expect(result.error).toBe(error));
    expect(result.current).toBeUndefined();
    rerender({ id: '1' });
    await waitFor(() => expect(result.current?.name).toBe('No. 1'));
    expect(result.error).toBeUndefined();
  });

  it('lets time pass', async () => {
    const { result, advance } = renderDataHook(() => useDLE(getUser, { id: '1' }), {
      fixtures: [fixture({ endpoint: getUser, response: { id: '1', name: 'Ann' }, delay: 100 })],
      strict,
    });
    await advance(99);
    expect(result.current?.loading).toBe(true);
    await advance(1);
    expect(result.current).toMatchObject({ loading: false, data: { name: 'Ann' } });
  });

  it('disposes the store that it made, and no other', async () => {
    const made = renderDataHook(() => useQuery(User, { id: '1' }), { strict });
    const store = createTestStore();
    const given = renderDataHook(() => useQuery(User, { id: '1' }), { store, strict });
    await act(async () => store.set(User, { id: '1', name: 'Ann' }));
    expect(given.result.current?.name).toBe('Ann');
    made.unmount();
    given.unmount();
    await act(async () => {});
    expect(() => made.store.get(User, '1')).toThrow('SB_DISPOSED');
    expect(store.stats().subscribers).toBe(0);
    store.dispose();
  });

  it('renders its wrapper around the hook', () => {
    const seen: string[] = [];
    function Wrapper({ children }: { children?: ReactNode }): ReactNode {
      seen.push('wrapper');
      return children;
    }
    renderDataHook(() => seen.push('hook'), { wrapper: Wrapper, strict });
    expect(seen.slice(0, 1)).toEqual(['wrapper']);
    expect(seen).toContain('hook');
  });
});
