import { type EndpointState, RestEndpoint, resource } from 'streambed';
import { createUser } from '../../stories/resources/createUser.ts';
import { deleteUser } from '../../stories/resources/deleteUser.ts';
import { getFeed } from '../../stories/resources/getFeed.ts';
import { getPosts } from '../../stories/resources/getPosts.ts';
import { getProfile } from '../../stories/resources/getProfile.ts';
import { getProfiles } from '../../stories/resources/getProfiles.ts';
import { getUsers } from '../../stories/resources/getUsers.ts';
import { PaginatedPost } from '../../stories/resources/PaginatedPost.ts';
import { Profile } from '../../stories/resources/Profile.ts';
import { updateUser } from '../../stories/resources/updateUser.ts';
import { User } from '../../stories/resources/User.ts';
import { serviceApi } from '../support/serviceApi.ts';

const service = serviceApi();

describe('service §4.1: endpoint definitions', () => {
  it('a path has :name parameters', () => {
    expect(getProfile.key({ id: '3' })).toBe('GET /profiles/3');
  });

  it('a query string may be part of the pattern', () => {
    expect(getPosts.key({ page: '2' })).toBe('GET /post?page=2');
  });

  it('the schema normalizes and denormalizes the response', async () => {
    const store = service.store();
    const profile = await store.fetch(getProfile, { id: '1' });
    expect(profile).toBeInstanceOf(Profile);
    expect(store.entities$.getValue().has('Profile', '1')).toBe(true);
  });
});

describe('service §4.2: HTTP operations', () => {
  it('GET /users gives an array of users', async () => {
    const users = await service.store().fetch(getUsers);
    expect(users).toEqual(service.api().state.data.users);
  });

  it('POST /users sends a user as JSON and gives the user', async () => {
    const store = service.store();
    const user = await store.fetch(createUser, { id: 'new', name: 'Nia' });
    expect(user).toBeInstanceOf(User);
    expect(user).toEqual({ id: 'new', name: 'Nia' });
    expect(service.api().state.data.users).toContainEqual({ id: 'new', name: 'Nia' });
  });

  it('GET /feed gives links and posts', async () => {
    const feed = await service.store().fetch(getFeed);
    expect(feed.map((item) => item.id)).toEqual(
      service.api().state.data.feed.map((item) => item.id),
    );
  });

  it('GET /profiles gives an array of profiles, GET /profiles/{id} one of them', async () => {
    const store = service.store();
    const profiles = await store.fetch(getProfiles);
    const [first] = profiles;
    expect(await store.fetch(getProfile, { id: first.id })).toBe(first);
  });

  it('GET /post?page={page} gives results, nextPage and lastPage', async () => {
    const page = await service.store().fetch(getPosts, { page: '1' });
    expect(page.results.every((post) => post instanceof PaginatedPost)).toBe(true);
    expect(page).toMatchObject({ nextPage: '2', lastPage: '4' });
  });

  it('a resource gives get and getList', async () => {
    const ProfileResource = resource({ path: '/profiles/:id', schema: Profile });
    const store = service.store();
    const list = await store.fetch(ProfileResource.getList);
    expect(await store.fetch(ProfileResource.get, { id: list[1].id })).toBe(list[1]);
  });

  it('a created user appears in the list without another list request, and a deleted one disappears', async () => {
    const store = service.store();
    const seen: (readonly string[])[] = [];
    store.observe(getUsers).data$.subscribe((users) => seen.push(users.map(({ id }) => id)));
    await store.fetchIfStale(getUsers);
    const before = seen.at(-1)!;
    await store.fetch(createUser, { id: 'new', name: 'Nia' });
    await store.fetch(updateUser, { id: 'new' }, { name: 'Nia B.' });
    await store.fetch(deleteUser, { id: '1' });
    expect(seen.at(-1)).toEqual([...before.filter((id) => id !== '1'), 'new']);
    expect(service.requests('GET /users')).toBe(1);
  });
});

describe('service §3: expiry status as a stream', () => {
  it('goes from invalid through fetching to valid', async () => {
    const store = service.store();
    const states: EndpointState<unknown>[] = [];
    store.observe(getProfiles).subscribe((state) => states.push(state));
    await store.fetchIfStale(getProfiles);
    expect(states.map(({ status, fetching }) => [status, fetching])).toEqual([
      ['invalid', true],
      ['valid', false],
    ]);
  });

  it('is invalid again after a deletion and after an invalidation', async () => {
    const store = service.store();
    await store.fetch(getProfile, { id: '1' });
    store.invalidate(getProfile, { id: '1' });
    expect(store.getState(getProfile, { id: '1' }).status).toBe('invalid');
  });

  it('does not exist for null: no request, no data', () => {
    const store = service.store();
    store.observe(getProfile, null).subscribe();
    expect(store.getState(getProfile, null)).toMatchObject({ data: undefined, fetching: false });
    expect(store.stats().inFlight).toBe(0);
  });
});

describe('service §7: errors', () => {
  it('1: a failed fetch rejects, and is a state of its observers', async () => {
    const store = service.store();
    service.api().state.faults.failNext = 1;
    await expect(store.fetch(getUsers)).rejects.toMatchObject({ code: 'SB_NETWORK', status: 500 });
    expect(store.getState(getUsers)).toMatchObject({ status: 'valid', data: undefined });
    expect(store.getState(getUsers).error).toMatchObject({ status: 500 });
  });

  it('3: no error exists while data is invalid or stale', () => {
    expect(service.store().getState(getUsers).error).toBeUndefined();
  });

  it('an unknown id gives the status and the parsed body', async () => {
    await expect(service.store().fetch(getProfile, { id: 'nobody' })).rejects.toMatchObject({
      status: 404,
      body: { status: 404 },
    });
  });

  it('an endpoint without a schema gives the value of its function', async () => {
    const plain = new RestEndpoint({ path: '/profiles/:id' });
    const profile = await service.store().fetch(plain, { id: '1' });
    expect(profile).not.toBeInstanceOf(Profile);
    expect(profile).toMatchObject({ id: '1' });
  });
});
