import { act, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { Endpoint, NetworkError, RestEndpoint, schema, type Store } from 'streambed';
import { AsyncBoundary, ErrorBoundary, useSuspense } from 'streambed/react';
import { createUser } from '../../stories/resources/createUser.ts';
import { deleteUser } from '../../stories/resources/deleteUser.ts';
import { getFeed } from '../../stories/resources/getFeed.ts';
import { getFeedByFunction } from '../../stories/resources/getFeedByFunction.ts';
import { getMixedFeed } from '../../stories/resources/getMixedFeed.ts';
import { getPosts } from '../../stories/resources/getPosts.ts';
import { getProfile } from '../../stories/resources/getProfile.ts';
import { getProfiles } from '../../stories/resources/getProfiles.ts';
import { getUsers } from '../../stories/resources/getUsers.ts';
import { Link } from '../../stories/resources/Link.ts';
import { PaginatedPost } from '../../stories/resources/PaginatedPost.ts';
import { Post } from '../../stories/resources/Post.ts';
import { Profile } from '../../stories/resources/Profile.ts';
import type { User } from '../../stories/resources/User.ts';
import { quietConsole } from '../react/support/quietConsole.ts';
import { renderAsync } from '../react/support/renderAsync.tsx';
import { ManualClock } from '../support/ManualClock.ts';
import { serviceApi } from '../support/serviceApi.ts';

quietConsole();
const service = serviceApi();

/**
 * Renders the value of `read` inside a fallback and an error boundary; `waits` counts renders of
 * the fallback.
 */
async function renderRead(store: Store, read: () => unknown) {
  const values: unknown[] = [];
  const errors: Error[] = [];
  let waits = 0;
  function Observer(): ReactElement {
    values.push(read());
    return <b>{values.length} values</b>;
  }
  function Waiting(): ReactNode {
    waits++;
    return 'waiting';
  }
  const tree = (): ReactElement => (
    <AsyncBoundary
      fallback={<Waiting />}
      errorComponent={({ error, resetErrorBoundary }) => {
        errors.push(error);
        return <button onClick={resetErrorBoundary}>retry</button>;
      }}
    >
      <Observer />
    </AsyncBoundary>
  );
  const rendered = await renderAsync(tree(), { store });
  return {
    ...rendered,
    values,
    errors,
    waits: () => waits,
    /** The last value, once there is one. */
    value: async <T,>(): Promise<T> => {
      await waitFor(() => expect(rendered.text()).toMatch(/values$/));
      return values.at(-1) as T;
    },
    error: async (): Promise<Error> => {
      await waitFor(() => expect(rendered.text()).toBe('retry'));
      return errors.at(-1)!;
    },
    again: () => rendered.rerender(tree()),
  };
}

/** Waits until no request is in flight. */
const settled = (store: Store): Promise<void> =>
  waitFor(() => expect(store.stats().inFlight).toBe(0));

const requested = (operation: string): number => service.requests(operation);

describe('service §3: expiry status', () => {
  const profile = { id: '1' };

  async function fetched(options: { invalidIfStale?: boolean } = {}) {
    const clock = new ManualClock();
    const store = service.store({ scheduler: clock });
    await store.fetch(getProfile.extend(options), profile);
    service.api().state.requests.clear();
    return { store, clock };
  }

  it('Invalid because it is not in the store: fetches, suspends, no error', async () => {
    const store = service.store();
    expect(store.getState(getProfile, profile).status).toBe('invalid');
    const screen = await renderRead(store, () => useSuspense(getProfile, profile));
    await screen.value();
    expect(screen.waits()).toBeGreaterThan(0);
    expect(requested('GET /profiles/1')).toBe(1);
    expect(screen.errors).toEqual([]);
  });

  it('Invalid: several components at once share one request', async () => {
    const store = service.store();
    const screen = await renderRead(store, () => {
      useSuspense(getProfile, profile);
      return useSuspense(getProfile, { ...profile });
    });
    const other = await renderRead(store, () => useSuspense(getProfile, profile));
    await screen.value();
    await other.value();
    expect(requested('GET /profiles/1')).toBe(1);
  });

  it('Invalid by deletion: fetches and suspends', async () => {
    const { store } = await fetched();
    const screen = await renderRead(store, () => useSuspense(getProfile, profile));
    expect(screen.waits()).toBe(0);
    await act(async () => store.set(new schema.Invalidate(Profile), '1'));
    await screen.value();
    expect(screen.waits()).toBeGreaterThan(0);
    expect(requested('GET /profiles/1')).toBe(1);
  });

  it('Invalid by invalidation: fetches and suspends', async () => {
    const { store } = await fetched();
    const screen = await renderRead(store, () => useSuspense(getProfile, profile));
    expect(screen.waits()).toBe(0);
    await act(async () => {
      store.invalidate(getProfile, profile);
      expect(store.getState(getProfile, profile).status).toBe('invalid');
    });
    await screen.value();
    expect(screen.waits()).toBeGreaterThan(0);
    expect(requested('GET /profiles/1')).toBe(1);
  });

  it('Invalid by invalidIfStale: fetches and suspends', async () => {
    const strict = getProfile.extend({ invalidIfStale: true });
    const { store, clock } = await fetched({ invalidIfStale: true });
    clock.advance(60_001);
    expect(store.getState(strict, profile).status).toBe('invalid');
    const screen = await renderRead(store, () => useSuspense(strict, profile));
    await screen.value();
    expect(screen.waits()).toBeGreaterThan(0);
    expect(requested('GET /profiles/1')).toBe(1);
  });

  it('Stale on the first render after expiry: fetches, does not suspend, no error', async () => {
    const { store, clock } = await fetched();
    clock.advance(60_001);
    expect(store.getState(getProfile, profile).status).toBe('stale');
    const screen = await renderRead(store, () => useSuspense(getProfile, profile));
    expect(screen.values.at(-1)).toBeInstanceOf(Profile);
    await settled(store);
    expect(requested('GET /profiles/1')).toBe(1);
    expect([screen.waits(), screen.errors]).toEqual([0, []]);
  });

  it('Stale on a change of arguments after expiry: fetches, does not suspend', async () => {
    const { store, clock } = await fetched();
    clock.advance(60_001);
    await store.fetch(getProfile, { id: '2' });
    let id = '2';
    const screen = await renderRead(store, () => useSuspense(getProfile, { id }));
    expect(requested('GET /profiles/1')).toBe(0);
    id = '1';
    await screen.again();
    await settled(store);
    expect(requested('GET /profiles/1')).toBe(1);
    expect(screen.waits()).toBe(0);
  });

  it('Valid after the completion of a fetch: neither fetches nor suspends', async () => {
    const { store } = await fetched();
    expect(store.getState(getProfile, profile).status).toBe('valid');
    const screen = await renderRead(store, () => useSuspense(getProfile, profile));
    expect(screen.values.at(-1)).toBeInstanceOf(Profile);
    expect(requested('GET /profiles/1')).toBe(0);
    expect([screen.waits(), screen.errors]).toEqual([0, []]);
  });

  it('null as second argument: no fetch, no suspend, no error', async () => {
    const store = service.store();
    const screen = await renderRead(store, () => useSuspense(getProfile, null));
    expect(screen.values.at(-1)).toBe(undefined);
    expect([screen.waits(), screen.errors]).toEqual([0, []]);
    expect([...service.api().state.requests]).toEqual([]);
  });
});

describe('service §4.3 return value 1: the denormalized form of the schema', () => {
  it('entities become instances with methods such as pk()', async () => {
    const screen = await renderRead(service.store(), () => useSuspense(getProfile, { id: '1' }));
    const profile = await screen.value<Profile>();
    expect(profile).toBeInstanceOf(Profile);
    expect(profile.pk()).toBe('1');
    expect(profile).toEqual(service.api().state.data.profiles[0]);
  });

  it('nested object structure is kept: embedded data', async () => {
    const screen = await renderRead(service.store(), () => useSuspense(getPosts, { page: '1' }));
    const page = await screen.value<{
      results: PaginatedPost[];
      nextPage: string;
      lastPage: string;
    }>();
    expect(page.results.every((post) => post instanceof PaginatedPost)).toBe(true);
    expect(page.results).toEqual(service.api().state.data.posts.slice(0, 10));
    expect(page).toMatchObject({ nextPage: '2', lastPage: expect.any(String) as string });
    expect(requested('GET /post?page=1')).toBe(1);
  });
});

describe('service §4.3 return value 2: without a schema', () => {
  it('the result is the value of the fetch function', async () => {
    const plain = new RestEndpoint({ path: '/profiles/:id' });
    const screen = await renderRead(service.store(), () => useSuspense(plain, { id: '1' }));
    const value = await screen.value<object>();
    expect(value).toEqual(service.api().state.data.profiles[0]);
    expect(Object.getPrototypeOf(value)).toHaveProperty('hasOwnProperty');
    expect(value).not.toBeInstanceOf(Profile);
  });

  it('any function can be the endpoint', async () => {
    const count = new Endpoint(async (list: readonly string[]) => list.length, { name: 'count' });
    const screen = await renderRead(service.store(), () => useSuspense(count, ['a', 'b']));
    expect(await screen.value()).toBe(2);
  });
});

describe('service §4.3 rule 1: rendering suspends until data is available', () => {
  it('code after the call does not run before', async () => {
    const store = service.store();
    const lines: string[] = [];
    const screen = await renderRead(store, () => {
      const there = store.getState(getUsers).data !== undefined;
      lines.push(`before, ${there ? 'with' : 'without'} data`);
      const users = useSuspense(getUsers);
      lines.push(`after, ${users.length > 0 ? 'with' : 'without'} data`);
    });
    await screen.value();
    expect(lines[0]).toBe('before, without data');
    expect(lines.at(-1)).toBe('after, with data');
    expect(lines).not.toContain('after, without data');
    expect(screen.waits()).toBeGreaterThan(0);
  });
});

describe('service §4.3 rule 2: stale data is returned at once and a fetch runs in the background', () => {
  it("shows the cached data, then the server's", async () => {
    const clock = new ManualClock();
    const store = service.store({ scheduler: clock });
    await store.fetch(getProfile, { id: '1' });
    const before = service.api().state.data.profiles[0].fullName;
    service.api().state.data.profiles[0].fullName = 'Another Name';
    clock.advance(60_001);

    const screen = await renderRead(store, () => useSuspense(getProfile, { id: '1' }).fullName);
    expect(screen.values).toEqual([before]);
    await waitFor(() => expect(screen.values.at(-1)).toBe('Another Name'));
    expect(screen.waits()).toBe(0);
    expect(requested('GET /profiles/1')).toBe(2);
  });
});

describe('service §4.3 rule 3: a conditional argument list', () => {
  it('makes the hook do nothing while the value is missing', async () => {
    const given: { id?: string } = {};
    const screen = await renderRead(service.store(), () =>
      useSuspense(getProfile, given.id ? { id: given.id } : null),
    );
    expect(await screen.value()).toBe(undefined);
    expect(requested('GET /profiles/1')).toBe(0);

    given.id = '1';
    await screen.again();
    await waitFor(() => expect(screen.values.at(-1)).toBeInstanceOf(Profile));
    expect(requested('GET /profiles/1')).toBe(1);
  });
});

describe('service §4.3 rule 4: sequential use', () => {
  it('the second call starts after the first resolves, with values of its result', async () => {
    const store = service.store();
    const started: string[] = [];
    store.actions$.subscribe((action) => {
      if (action.type !== 'fetch') return;
      const users = store.getState(getUsers).data;
      started.push(`${action.key} ${users ? 'with' : 'without'} users`);
    });
    const screen = await renderRead(store, () => {
      const [first] = useSuspense(getUsers);
      return useSuspense(getProfile, { id: first.id });
    });
    const profile = await screen.value<Profile>();
    const [{ id }] = service.api().state.data.users;
    expect(profile.id).toBe(id);
    expect(started).toEqual(['GET /users without users', `GET /profiles/${id} with users`]);
  });
});

describe('service §4.3 rule 5: an array schema gives an array of entity instances', () => {
  it.each([
    ['the shorthand', getProfiles],
    ['schema.Array', getProfiles.extend({ schema: new schema.Array(Profile) })],
  ])('with %s', async (_, endpoint) => {
    const screen = await renderRead(service.store(), () =>
      useSuspense(endpoint as typeof getProfiles),
    );
    const profiles = await screen.value<Profile[]>();
    expect(Array.isArray(profiles)).toBe(true);
    expect(profiles.every((profile) => profile instanceof Profile)).toBe(true);
    expect(profiles).toEqual(service.api().state.data.profiles);
  });

  it('and its members need no requests of their own', async () => {
    const screen = await renderRead(service.store(), () => {
      const [first] = useSuspense(getProfiles);
      return [first, useSuspense(getProfile, { id: first.id })];
    });
    const [listed, detail] = await screen.value<Profile[]>();
    expect(detail).toBe(listed);
    expect(requested('GET /profiles')).toBe(1);
    expect(requested('GET /profiles/1')).toBe(0);
  });
});

describe('service §4.3 rule 6: a polymorphic schema.All', () => {
  const classes = (): unknown[] =>
    service.api().state.data.feed.map(({ type }) => (type === 'link' ? Link : Post));

  it("with the schemaAttribute 'type' gives each item the matching subtype", async () => {
    const screen = await renderRead(service.store(), () => useSuspense(getFeed));
    const feed = await screen.value<object[]>();
    expect(feed.map((item) => item.constructor)).toEqual(classes());
    expect(feed).toEqual(service.api().state.data.feed);
  });

  it('gives the same with a function that returns the type and the letter s', async () => {
    const screen = await renderRead(service.store(), () => useSuspense(getFeedByFunction));
    const feed = await screen.value<object[]>();
    expect(feed.map((item) => item.constructor)).toEqual(classes());
    expect(feed).toEqual(service.api().state.data.feed);
  });
});

describe('service §1 rule 2: schema.All is all entities of the kind in the cache', () => {
  it('a created user appears and a deleted one disappears without another request for the list', async () => {
    const store = service.store();
    const screen = await renderRead(store, () => useSuspense(getUsers).map(({ name }) => name));
    const names = await screen.value<string[]>();
    let created!: User;
    await act(async () => {
      created = await store.fetch(createUser, { name: 'Zoe' });
    });
    expect(screen.values.at(-1)).toEqual([...names, 'Zoe']);
    await act(async () => {
      await store.fetch(deleteUser, { id: created.id });
    });
    expect(screen.values.at(-1)).toEqual(names);
    expect(requested('GET /users')).toBe(1);
  });
});

describe('service §7 rule 1: hard errors are thrown to the nearest error boundary', () => {
  it('a 404 reaches it, with status and body', async () => {
    const outer: Error[] = [];
    const store = service.store();
    let id = 'unknown';
    function Read(): ReactNode {
      return useSuspense(getProfile, { id }).fullName;
    }
    const { text, getByRole } = await renderAsync(
      <ErrorBoundary
        fallbackComponent={({ error }) => {
          outer.push(error);
          return null;
        }}
      >
        <AsyncBoundary
          errorComponent={({ error, resetErrorBoundary }) => (
            <button onClick={resetErrorBoundary}>{(error as NetworkError).status}</button>
          )}
        >
          <Read />
        </AsyncBoundary>
      </ErrorBoundary>,
      { store },
    );
    await waitFor(() => expect(text()).toBe('404'));
    expect(store.getState(getProfile, { id }).error).toBeInstanceOf(NetworkError);
    expect(outer).toEqual([]);

    id = '1';
    await act(async () => getByRole('button').click());
    await waitFor(() => expect(text()).toBe(service.api().state.data.profiles[0].fullName));
  });

  it('a failure of the server without data reaches it, and its reset fetches again', async () => {
    service.api().state.faults.failNext = 1;
    const screen = await renderRead(service.store(), () => useSuspense(getProfile, { id: '1' }));
    expect(await screen.error()).toMatchObject({ status: 500 });
    await act(async () => screen.getByRole('button').click());
    expect(await screen.value()).toBeInstanceOf(Profile);
    expect(requested('GET /profiles/1')).toBe(2);
  });

  it('a failure of the server beside data is not hard: the data stays', async () => {
    const store = service.store();
    const screen = await renderRead(store, () => useSuspense(getProfile, { id: '1' }));
    await screen.value();
    service.api().state.faults.failNext = 1;
    await act(async () => store.expireAll(getProfile));
    await settled(store);
    expect(store.getState(getProfile, { id: '1' }).error).toMatchObject({ status: 500 });
    expect(screen.text()).toMatch(/values$/);
    expect(screen.errors).toEqual([]);
  });
});

describe('service §7 rule 1: arguments that make no request', () => {
  it.each([
    ['a missing parameter', {}, 'SB_PATH_PARAM_MISSING'],
    ['a parameter that would leave the path', { id: '..' }, 'SB_PATH_PARAM_UNSAFE'],
    ['an empty parameter', { id: '' }, 'SB_PATH_PARAM_UNSAFE'],
  ])('%s is thrown to the boundary, not to the root', async (_, args, code) => {
    const store = service.store();
    const screen = await renderRead(store, () => useSuspense(getProfile, args as { id: string }));
    expect(await screen.error()).toHaveProperty('code', code);
    expect([...service.api().state.requests]).toEqual([]);
    expect(store.stats()).toMatchObject({ inFlight: 0, timers: 0 });
  });
});

describe('service §7 rule 2: after a fetch completes an error is possible', () => {
  it('the status of a failed fetch is valid', async () => {
    const store = service.store();
    const screen = await renderRead(store, () => useSuspense(getProfile, { id: 'unknown' }));
    await screen.error();
    expect(store.getState(getProfile, { id: 'unknown' }).status).toBe('valid');
    expect(requested('GET /profiles/unknown')).toBe(1);
  });
});

describe('service §7 rule 3: no error for Invalid, Stale and null-argument calls', () => {
  it('an expired error is not thrown to a new component: it fetches again and suspends', async () => {
    const clock = new ManualClock();
    const store = service.store({ scheduler: clock });
    service.api().state.faults.failNext = 1;
    await expect(store.fetch(getProfile, { id: '1' })).rejects.toMatchObject({ status: 500 });
    clock.advance(1_001);
    expect(store.getState(getProfile, { id: '1' }).status).toBe('invalid');
    const screen = await renderRead(store, () => useSuspense(getProfile, { id: '1' }));
    expect(await screen.value()).toBeInstanceOf(Profile);
    expect(screen.waits()).toBeGreaterThan(0);
    expect(requested('GET /profiles/1')).toBe(2);
    expect(screen.errors).toEqual([]);
  });
});

describe('service §7 rule 4: an item without a mapping raises no error', () => {
  it('the original object is kept in the result', async () => {
    const screen = await renderRead(service.store(), () => useSuspense(getMixedFeed));
    const feed = await screen.value<{ type: string }[]>();
    expect(feed).toEqual(service.api().state.data.mixedFeed);
    expect(feed.find(({ type }) => type === 'poll')?.constructor).toBe(Object);
    expect(screen.errors).toEqual([]);
  });
});
