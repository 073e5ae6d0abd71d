import {
  type Denormalize,
  Entity,
  type Normalize,
  RestEndpoint,
  resource,
  schema,
} from 'streambed';
import type { useSuspense as UseSuspense } from 'streambed/react';
import { check, type Equal } from './Equal.ts';

/*
 * The examples of the service document, section by section. `tsc` checks them; nothing is called.
 */

declare const useSuspense: typeof UseSuspense;

// --- §2.2: entities

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  override pk() {
    return this.id;
  }
}

abstract class FeedItem extends Entity {
  readonly id: number = 0;
  declare readonly type: 'link' | 'post';
  override pk() {
    return `${this.id}`;
  }
}
class Link extends FeedItem {
  override readonly type = 'link' as const;
  readonly url: string = '';
  readonly title: string = '';
}
class Post extends FeedItem {
  override readonly type = 'post' as const;
  readonly content: string = '';
}

class Profile extends Entity {
  readonly id: string = '';
  readonly fullName: string = '';
  readonly bio: string = '';
}

class PaginatedPost extends Entity {
  readonly id: number | null = null;
  readonly title: string = '';
  readonly content: string = '';
  override pk() {
    return this.id;
  }
}

function entities(): void {
  const user = User.fromJS({ id: '1', name: 'Ann' });
  check<Equal<typeof user, User>>();
  check<Equal<ReturnType<User['pk']>, string>>();
  check<Equal<ReturnType<PaginatedPost['pk']>, number | null>>();
  check<Equal<Post['type'], 'post'>>();
  // @ts-expect-error -- fields are readonly
  user.name = 'Bo';
  // @ts-expect-error -- a name is a string
  User.fromJS({ name: 5 });
  // @ts-expect-error -- the base of the feed items is abstract
  void new FeedItem();
}

// --- §2.1: schema.All

const allUsers = new schema.All(User);
const feedByAttribute = new schema.All({ link: Link, post: Post }, 'type');
const feedByFunction = new schema.All(
  { links: Link, posts: Post },
  (item: Link | Post, _parent: unknown, _key?: string) => `${item.type}s`,
);

function arrays(): void {
  check<Equal<Denormalize<typeof allUsers>, User[]>>();
  check<Equal<Denormalize<typeof feedByAttribute>, (Link | Post)[]>>();
  check<Equal<Denormalize<typeof feedByFunction>, (Link | Post)[]>>();
  void new schema.All({ links: Link, posts: Post }, (value, parent, key) => {
    check<Equal<typeof value, Link | Post>>();
    check<Equal<typeof parent, unknown>>();
    check<Equal<typeof key, string | undefined>>();
    return `${value.type}s`;
  });
  // @ts-expect-error -- schemaAttribute is required with a mapping
  void new schema.All({ link: Link, post: Post });
  // @ts-expect-error -- a single entity has nothing to choose from
  void new schema.All(User, 'name');
  // @ts-expect-error -- not every item has a url
  void new schema.All({ link: Link, post: Post }, 'url');
  // @ts-expect-error -- the function returns a key of the mapping, a string
  void new schema.All({ link: Link, post: Post }, (item) => item.id);
}

function circular(): void {
  const folder = new schema.All({ link: Link }, 'type');
  folder.define({ post: Post });
  // @ts-expect-error -- a definition is an object
  folder.define('post');
}

// --- §2.2: embedded data

function embedded(): void {
  const page = { results: new schema.All(PaginatedPost), nextPage: '', lastPage: '' };
  type Page = { results: PaginatedPost[]; nextPage: string; lastPage: string };
  check<Equal<Denormalize<typeof page>, Page>>();
  const stored = { user: User, users: [User], nextPage: '' };
  type Stored = { user: string; users: string[]; nextPage: string };
  check<Equal<Normalize<typeof stored>, Stored>>();
}

// --- §4: endpoints

const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });
const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  body: {} as { id: string; name: string },
  schema: User,
});
const getFeed = new RestEndpoint({
  path: '/feed',
  schema: new schema.All({ link: Link, post: Post }, 'type'),
});
const getProfiles = new RestEndpoint({ path: '/profiles', schema: [Profile] });
const getProfile = new RestEndpoint({ path: '/profiles/:id', schema: Profile });
const getPosts = new RestEndpoint({
  path: '/post?page=:page',
  schema: { results: [PaginatedPost], nextPage: '', lastPage: '' },
});
const ProfileResource = resource({ path: '/profiles/:id', schema: Profile });

function operations(): void {
  check<Equal<Parameters<typeof getUsers>, []>>();
  check<Equal<Parameters<typeof createUser>, [body: { id: string; name: string }]>>();
  check<Equal<Parameters<typeof getProfile>, [params: { id: string | number }]>>();
  check<Equal<Parameters<typeof getPosts>, [params: { page: string | number }]>>();
  void createUser({ id: '1', name: 'Ann' });
  // @ts-expect-error -- the body has a name
  void createUser({ id: '1' });
  // @ts-expect-error -- the path has a page
  void getPosts({});
  // @ts-expect-error -- the list takes no parameters
  void getUsers({ page: 1 });
}

// --- §4.3: useSuspense()

function useResults(): void {
  const users = useSuspense(getUsers);
  check<Equal<typeof users, User[]>>();
  check<Equal<ReturnType<(typeof users)[number]['pk']>, string>>();

  const profile = useSuspense(getProfile, { id: '1' });
  check<Equal<typeof profile, Profile>>();
  const sameProfile = useSuspense(ProfileResource.get, { id: '1' });
  check<Equal<typeof sameProfile, Profile>>();

  const { results: posts, nextPage } = useSuspense(getPosts, { page: '2' });
  check<Equal<typeof posts, PaginatedPost[]>>();
  check<Equal<typeof nextPage, string>>();

  const getPlain = new RestEndpoint({
    path: '/profiles/:id',
    process: (value: { fullName: string }) => value.fullName,
  });
  const plain = useSuspense(getPlain, { id: '1' });
  check<Equal<typeof plain, string>>();
}

function useConditional(id: string | undefined): void {
  const profile = useSuspense(getProfile, id ? { id } : null);
  check<Equal<typeof profile, Profile | undefined>>();
  const nothing = useSuspense(getUsers, null);
  check<Equal<typeof nothing, User[] | undefined>>();
  // @ts-expect-error -- without a check the profile may be undefined
  void profile.fullName;
}

function useSequential(): void {
  const profiles = useSuspense(getProfiles);
  const first = useSuspense(getProfile, { id: profiles[0].id });
  check<Equal<typeof first.bio, string>>();
}

function usePolymorphic(): void {
  for (const item of useSuspense(getFeed)) {
    if (item.type === 'link') check<Equal<typeof item, Link>>();
    else check<Equal<typeof item, Post>>();
    // @ts-expect-error -- only links have a url
    void item.url;
  }
}

function useMistakes(): void {
  // @ts-expect-error -- a creation is no read endpoint
  useSuspense(createUser, { id: '1', name: 'Ann' });
  // @ts-expect-error -- the profile needs an id
  useSuspense(getProfile);
  // @ts-expect-error -- the path has no such parameter
  useSuspense(getProfile, { name: 'Ann' });
  // @ts-expect-error -- null is the way to say that there is nothing to read
  useSuspense(getProfile, undefined);
}

it('type-checks the examples of the service document', () => {
  expect([entities, arrays, circular, embedded, operations, useResults]).toHaveLength(6);
  expect([useConditional, useSequential, usePolymorphic, useMistakes]).toHaveLength(4);
});
