import { renderHook } from '@testing-library/react';
import { createContext, useContext, type ReactNode } from 'react';
import { createStore, Entity, resource, RestEndpoint } from 'streambed';
import { hookifyResource } from 'streambed/react';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const Auth = createContext<RequestInit | undefined>(undefined);
const UserResource = resource({
  path: '/users/:id',
  schema: User,
  requestInit: { credentials: 'include', headers: { 'X-App': 'a' } },
});
const hooks = hookifyResource(UserResource, () => useContext(Auth));

const given = (init: RequestInit | undefined) =>
  function Given({ children }: { children: ReactNode }) {
    return <Auth.Provider value={init}>{children}</Auth.Provider>;
  };

describe('hookifyResource', () => {
  it('makes a hook for each endpoint, and for no other member', () => {
    expect(Object.keys(hooks).sort()).toEqual([
      'useDelete',
      'useGet',
      'useGetList',
      'usePartialUpdate',
      'useUpdate',
    ]);
  });

  it('returns the endpoint with the `RequestInit` of the hook', async () => {
    const wrapper = given({ headers: { Authorization: 'Bearer t' } });
    const { result } = renderHook(() => hooks.useUpdate(), { wrapper });
    expect(result.current).toBeInstanceOf(RestEndpoint);
    expect(result.current.key({ id: 1 }, {})).toBe(UserResource.update.key({ id: 1 }, {}));
    expect(await result.current.getRequestInit({ name: 'x' })).toMatchObject({
      method: 'PUT',
      credentials: 'include',
      headers: { authorization: 'Bearer t', 'x-app': 'a' },
    });
  });

  it('returns lists whose helper endpoints send the same `RequestInit`', async () => {
    const wrapper = given({ headers: { Authorization: 'Bearer t' } });
    const { result } = renderHook(() => hooks.useGetList(), { wrapper });
    const { headers } = await result.current.push.getRequestInit({});
    expect(headers).toMatchObject({ authorization: 'Bearer t', 'x-app': 'a' });
  });

  it('returns the same endpoint for the same `RequestInit`, and the original one for `undefined`', () => {
    let init: RequestInit | undefined = { headers: { a: '1' } };
    const changing = hookifyResource(UserResource, () => init);
    const { result, rerender } = renderHook(() => changing.useGet());
    const first = result.current;
    rerender();
    expect(result.current).toBe(first);
    init = undefined;
    rerender();
    expect(result.current).toBe(UserResource.get);
  });

  it('shares responses with the endpoints of the resource: headers are not part of keys', async () => {
    const store = createStore({ fetch: async () => Response.json({ id: '1', name: 'Ann' }) });
    const wrapper = given({ headers: { Authorization: 'Bearer t' } });
    const { result } = renderHook(() => hooks.useGet(), { wrapper });
    await store.fetch(result.current, { id: '1' });
    expect(store.getState(UserResource.get, { id: '1' }).data?.name).toBe('Ann');
    store.dispose();
  });
});
