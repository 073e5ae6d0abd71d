import type { Denormalize, Normalize } from '../../src/data/schema/Denormalize.ts';
import type { DenormalizeNullable } from '../../src/data/schema/DenormalizeNullable.ts';
import { Entity } from '../../src/data/schema/Entity.ts';
import type { EntityClass, Schema } from '../../src/data/schema/Schema.ts';
import * as schema from '../../src/data/schema/index.ts';
import type { SchemaArgs } from '../../src/data/schema/Queryable.ts';

/*
 * Checked by `tsc`, not by running: each constant is an error where its types differ, each `@ts-expect-error` where there is no
 * error. Jest only sees that the file loads.
 */

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The expected type of an expression. */
const expectType = <T>(_value: T): void => {};

// --- the entities of the service document

abstract class FeedItem extends Entity {
  readonly id: number = 0;
  declare readonly type: 'link' | 'post';
  override pk() {
    return `${this.id}`;
  }
}
class Link extends FeedItem {
  declare readonly type: 'link';
  readonly url: string = '';
  readonly title: string = '';
}
class Post extends FeedItem {
  declare readonly type: 'post';
  readonly content: string = '';
}
class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
}
class PaginatedPost extends Entity {
  readonly id: number | null = null;
  readonly title: string = '';
  override pk() {
    return this.id;
  }
}
class Article extends Entity {
  readonly id: string = '';
  readonly author: User = User.fromJS();
  readonly at: Date = new Date(0);
  static override schema = { author: User, at: (text: string) => new Date(text) };
}

const feed = new schema.All({ link: Link, post: Post }, 'type');
const byFunction = new schema.All({ links: Link, posts: Post }, (feedItem) => `${feedItem.type}s`);
const byTypedFunction = new schema.All(
  { links: Link, posts: Post },
  (feedItem: Link | Post) => `${feedItem.type}s`,
);
const page = { results: [PaginatedPost], nextPage: '', lastPage: '' };
const allPage = { results: new schema.All(PaginatedPost), nextPage: '' };

// --- Denormalize

const entity: Equal<Denormalize<typeof User>, User> = true;
const abstractEntity: Equal<Denormalize<typeof FeedItem>, FeedItem> = true;
const shorthandList: Equal<Denormalize<[typeof User]>, User[]> = true;
const inferredList: Equal<Denormalize<(typeof User)[]>, User[]> = true;
const list: Equal<Denormalize<schema.Array<typeof User>>, User[]> = true;
const listOfLists: Equal<Denormalize<[[typeof User]]>, User[][]> = true;
const all: Equal<Denormalize<schema.All<typeof User>>, User[]> = true;
const polymorphicAll: Equal<Denormalize<typeof feed>, (Link | Post)[]> = true;
const functionAll: Equal<Denormalize<typeof byFunction>, (Link | Post)[]> = true;
const object: Equal<
  Denormalize<typeof page>,
  { results: PaginatedPost[]; nextPage: string; lastPage: string }
> = true;
const objectOfAll: Equal<
  Denormalize<typeof allPage>,
  { results: PaginatedPost[]; nextPage: string }
> = true;
const literals: Equal<
  Denormalize<{ readonly a: ''; readonly b: 0; readonly c: false; readonly d: null }>,
  { readonly a: string; readonly b: number; readonly c: boolean; readonly d: null }
> = true;
const listOfLiterals: Equal<Denormalize<['']>, string[]> = true;
const values: Equal<Denormalize<schema.Values<typeof User>>, Record<string, User>> = true;
const union: Equal<
  Denormalize<schema.Union<{ link: typeof Link; post: typeof Post }>>,
  Link | Post
> = true;
const listOfUnion: Equal<
  Denormalize<[schema.Union<{ link: typeof Link; post: typeof Post }>]>,
  (Link | Post)[]
> = true;
const allOfUnion: Equal<
  Denormalize<schema.All<schema.Union<{ link: typeof Link; post: typeof Post }>>>,
  (Link | Post)[]
> = true;
const removal: Equal<Denormalize<schema.Invalidate<typeof User>>, undefined> = true;
const deserializer: Equal<Denormalize<NumberConstructor>, number> = true;
const ownDeserializer: Equal<Denormalize<(text: string) => URL>, URL> = true;
const date: Equal<Denormalize<DateConstructor>, Date> = true;

// --- DenormalizeNullable

const nullableEntity: Equal<DenormalizeNullable<typeof User>, User | undefined> = true;
const nullableAll: Equal<DenormalizeNullable<typeof feed>, (Link | Post)[] | undefined> = true;
const nullableObject: Equal<
  DenormalizeNullable<{ user: typeof User; page: { users: [typeof User]; next: '' } }>,
  | { user: User | undefined; page: { users: User[] | undefined; next: string } | undefined }
  | undefined
> = true;
const nullableObjectSchema: Equal<
  DenormalizeNullable<schema.Object<{ user: typeof User; next: '' }>>,
  { user: User | undefined; next: string } | undefined
> = true;

// --- Normalize

const storedEntity: Equal<Normalize<typeof User>, string> = true;
const storedList: Equal<Normalize<[typeof User]>, string[]> = true;
const storedObject: Equal<
  Normalize<{ user: typeof User; next: ''; at: (text: string) => Date; n: 0 }>,
  { user: string; next: string; at: string; n: number }
> = true;

// --- look-ups

const argsOfAll: Equal<SchemaArgs<typeof feed>, []> = true;
const anyLookUp: SchemaArgs<typeof User> = ['a'];
const byNumber: SchemaArgs<typeof User> = [5];
const byMember: SchemaArgs<typeof User> = [{ id: 5, name: 'Ann' }];
// @ts-expect-error not a member of the entity
const byUnknown: SchemaArgs<typeof User> = [{ age: 5 }];
// @ts-expect-error methods are no data
const byMethod: SchemaArgs<typeof User> = [{ pk: () => 'a' }];
// @ts-expect-error an entity is looked up by something
const byNothing: SchemaArgs<typeof User> = [];

// --- the results are discriminated unions

function readFeed(items: Denormalize<typeof feed>): void {
  for (const item of items) {
    expectType<string>(item.pk());
    // @ts-expect-error only links have a url
    expectType<string>(item.url);
    if (item.type === 'link') expectType<string>(item.url);
    else expectType<string>(item.content);
  }
}

// --- the constructors

function constructors(): object[] {
  return [
    new schema.All(User),
    new schema.All(FeedItem),
    new schema.All(new schema.Union({ link: Link, post: Post }, 'type')),
    new schema.All({ link: Link, post: Post }, 'id'),
    new schema.All({ link: Link, post: Post }, (item, parent, key) => {
      expectType<Link | Post>(item);
      expectType<unknown>(parent);
      expectType<string | undefined>(key);
      const exact: Equal<typeof item, Link | Post> = true;
      return exact ? item.type : String(key);
    }),

    new schema.All(User, { complete: true }),
    new schema.All(new schema.Union({ link: Link, post: Post }, 'type'), { complete: true }),
    new schema.All({ link: Link, post: Post }, 'id', { complete: true }),
    new schema.All({ link: Link, post: Post }, (item) => item.type, { complete: true }),

    // @ts-expect-error a mapping needs a schemaAttribute
    new schema.All({ link: Link, post: Post }),
    // @ts-expect-error a mapping needs a schemaAttribute, whatever the options
    new schema.All({ link: Link, post: Post }, { complete: true }),
    // @ts-expect-error no such option
    new schema.All(User, { completed: true }),
    // @ts-expect-error a single entity takes none
    new schema.All(User, 'name'),
    // @ts-expect-error a union has its own
    new schema.All(new schema.Union({ link: Link }, 'type'), 'type'),
    // @ts-expect-error not a member of both entities
    new schema.All({ link: Link, post: Post }, 'url'),
    // @ts-expect-error the function gives a string
    new schema.All({ link: Link, post: Post }, (item) => item.id),
    // @ts-expect-error the function is given links and posts
    new schema.All({ link: Link, post: Post }, (item: User) => item.name),
    // @ts-expect-error an instance is no class
    new schema.All(new User()),
    // @ts-expect-error a list is no entity
    new schema.All([User]),
    // @ts-expect-error a mapping has entities
    new schema.All({ link: Link, page: { user: User } }, 'type'),

    new schema.Array(User),
    new schema.Array({ link: Link, post: Post }, 'type'),
    new schema.Array({ link: Link, post: Post }),
    // @ts-expect-error there is nothing to choose from
    new schema.Array(User, 'name'),
    new schema.Values({ link: Link, post: Post }, (item) => item.type),
    new schema.Values(Number),
    // @ts-expect-error a union chooses by something
    new schema.Union({ link: Link }),
    new schema.Union({ link: Link, post: Post }, (item) => item.type),
    new schema.Invalidate(User),
    // @ts-expect-error an instance is no class
    new schema.Invalidate(new User()),
  ];
}

// --- entities

function entities(): void {
  expectType<EntityClass>(User);
  expectType<EntityClass>(FeedItem);
  expectType<EntityClass<FeedItem>>(Link);
  class Plain {
    id = '';
  }
  // @ts-expect-error a class without pk is no entity
  expectType<EntityClass>(Plain);

  expectType<User>(User.fromJS({ id: 'a' }));
  expectType<FeedItem>(FeedItem.fromJS());
  // @ts-expect-error not a member
  User.fromJS({ age: 5 });
  // @ts-expect-error not of that type
  User.fromJS({ id: 5 });
  // @ts-expect-error abstract
  expectType<unknown>(new FeedItem());
  // @ts-expect-error readonly
  User.fromJS().name = 'x';

  const article: Denormalize<typeof Article> = Article.fromJS();
  expectType<string>(article.author.name);
  expectType<Date>(article.at);

  class Statics extends Entity {
    static override get key() {
      return 'Statics';
    }
    static override get schema() {
      return { self: Statics };
    }
    static override readonly indexes = ['id'] as const;
    static override process(input: { readonly key: string }) {
      return { id: input.key };
    }
    static override validate(processed: { readonly id?: string }) {
      return processed.id ? undefined : 'no id';
    }
    static override merge(existing: { n: number }, incoming: { n: number }) {
      return { ...existing, ...incoming };
    }
  }
  expectType<EntityClass>(Statics);

  class Numeric extends Entity {
    readonly id: number = 0;
    override pk() {
      return this.id;
    }
  }
  expectType<number>(Numeric.fromJS().pk());
  class BooleanKey extends Entity {
    // @ts-expect-error a boolean identifies nothing
    override pk() {
      return true;
    }
  }
  expectType<EntityClass>(BooleanKey as never);
}

// --- the accepted schemas

function schemas(): void {
  for (const value of [User, FeedItem, feed, [User], { user: User, next: '' }, Number, Date]) {
    expectType<Schema>(value);
  }
  // @ts-expect-error text describes nothing
  expectType<Schema>('User');
}

it('the types of schemas are as declared', () => {
  const checks = [
    [entity, abstractEntity, shorthandList, inferredList, list, listOfLists, all, polymorphicAll],
    [functionAll, object, objectOfAll, literals, listOfLiterals, values, union, listOfUnion],
    [allOfUnion, removal, deserializer, ownDeserializer, date, nullableEntity, nullableAll],
    [nullableObject, nullableObjectSchema, storedEntity, storedList, storedObject, argsOfAll],
  ];
  expect(new Set(checks.flat())).toEqual(new Set([true]));
  expect([anyLookUp, byNumber, byMember, byUnknown, byMethod, byNothing]).toHaveLength(6);
  expect([readFeed, constructors, entities, schemas, byTypedFunction]).toHaveLength(5);
});
