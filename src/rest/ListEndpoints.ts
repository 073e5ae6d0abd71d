import type { EntityClass } from '../schema/EntityClass.ts';
import type { Query } from '../schema/Query.ts';
import type { ResourceBody } from './ResourceBody.ts';
import type { ReplacedRest } from './ExtendedEndpoint.ts';
import type { ParamsOf, RestArgs, RestValue, TakesBody } from './RestArgs.ts';
import type { RestEndpoint } from './RestEndpoint.ts';
import type { Show } from './Show.ts';

/** What a schema.Collection looks like to the endpoints that change it. */
interface ListSchema {
  readonly schema: unknown;
  readonly push: unknown;
  readonly unshift: unknown;
  readonly assign: unknown;
  readonly remove: unknown;
  readonly move: unknown;
  readonly getPage: unknown;
  paginated(cursor: string): unknown;
}

/** The collection in a schema: `ListIn<{ results: Collection<[typeof Post]>; next: '' }>` → `Collection<[typeof Post]>`; `never` without one. */
type ListIn<S> = S extends ListSchema
  ? S
  : S extends Query<infer I, never>
    ? ListIn<I>
    : S extends EntityClass | ((...args: never[]) => unknown) | readonly unknown[]
      ? never
      : S extends object
        ? { [N in keyof S]: ListIn<S[N]> }[keyof S]
        : never;

/** The schema with pages in place of the collection. */
type WithPage<S> = S extends ListSchema
  ? S['getPage']
  : S extends Query<infer I, infer A, infer R>
    ? Query<WithPage<I>, A, R>
    : S extends EntityClass | ((...args: never[]) => unknown)
      ? S
      : { [N in keyof S]: WithPage<S[N]> };

type SchemaOf<O> = O extends { readonly schema: infer S } ? S : undefined;

/** What is sent of a member: the `body` of the options, else the members of the entity. */
type ItemOf<O> = O extends { readonly body: infer B }
  ? undefined extends B
    ? ItemOfList<ListIn<SchemaOf<O>>>
    : B
  : ItemOfList<ListIn<SchemaOf<O>>>;
type ItemOfList<C> = C extends { readonly schema: readonly [infer M] } ? ResourceBody<M> : object;

/** `T`, or what is wrong where the schema has no collection. */
type WithList<O, T> = [ListIn<SchemaOf<O>>] extends [never]
  ? 'The schema of this endpoint has no schema.Collection.'
  : T;

type Change<O, N extends keyof ListSchema, X> = WithList<
  O,
  RestEndpoint<ReplacedRest<O, X & { readonly schema: ListIn<SchemaOf<O>>[N] }>>
>;

type MovePath<O> = O extends { readonly movePath: infer P extends string }
  ? P
  : O extends { readonly path: infer P }
    ? P
    : string;

type Adding<B> = { readonly method: 'POST'; readonly body: B };
type OneOrMore<T> = T | readonly T[];

/** Adds a page to the list: the arguments of the list, with the cursor in the first one. */
export type PageEndpoint<O, C extends string> = Page<
  O,
  TakesBody<O> extends true
    ? { readonly fetch: PageFetch<O, WithCursor<RestArgs<O>, C>> }
    : { readonly searchParams: Cursor<ParamsOf<O>, C> }
>;

type Page<O, X> = WithList<
  O,
  RestEndpoint<ReplacedRest<O, X & { readonly schema: WithPage<SchemaOf<O>> }>>
>;

type PageFetch<O, A extends readonly unknown[]> = (...args: A) => Promise<RestValue<O>>;

/** `WithCursor<[params: { group: string }, body: B], 'page'>` → `[{ group: string; page: string | number }, body: B]`. */
type WithCursor<A extends readonly unknown[], C extends string> = A extends readonly [
  (infer P)?,
  ...infer R,
]
  ? [first: Show<Cursor<P, C>>, ...rest: R]
  : never;

/** `Cursor<{ group: string }, 'page'>` → `{ group: string } & { page: string | number }`. */
type Cursor<P, C extends string> = unknown extends P
  ? Cursor<Record<string, unknown>, C>
  : P extends undefined
    ? never
    : Omit<P, C> & { [N in C]: string | number };

type CursorOf<O> = O extends { readonly paginationField: infer C extends string } ? C : never;

/** What an endpoint with a `schema.Collection` in its schema has beside: requests that change the list in the cache. Each is the same endpoint whenever it is asked for. */
export interface ListEndpoints<O> {
  /** `POST` to the path of the list; what is answered goes to the end of all lists that it matches. Takes one member or several. */
  readonly push: Change<O, 'push', Adding<OneOrMore<ItemOf<O>> | FormData>>;
  /** Like `push`, at the start. */
  readonly unshift: Change<O, 'unshift', Adding<OneOrMore<ItemOf<O>> | FormData>>;
  /** `POST`; what is answered goes into the maps that it matches, by name. */
  readonly assign: Change<O, 'assign', Adding<Readonly<Record<string, ItemOf<O>>>>>;
  /** `PATCH` to the path of the list; what is answered leaves the lists. The entities stay. */
  readonly remove: Change<
    O,
    'remove',
    { readonly method: 'PATCH'; readonly body: OneOrMore<ItemPart<O>> | FormData }
  >;
  /** `PATCH` to `movePath`; what is answered goes from the lists it does not match any more to those that it does. */
  readonly move: Change<
    O,
    'move',
    {
      readonly method: 'PATCH';
      readonly path: MovePath<O>;
      readonly body: ItemPart<O> | FormData;
      readonly searchParams: undefined;
    }
  >;
  /** `GET` of one more page, which is added to the list; for endpoints with `paginationField`. */
  readonly getPage: [CursorOf<O>] extends [never]
    ? 'Give the endpoint a paginationField, or use paginated().'
    : PageEndpoint<O, CursorOf<O>>;
  /** Like `getPage`; `cursor` is the parameter that says which page. */
  paginated<C extends string>(cursor: C): PageEndpoint<O, C>;
  /** The function makes the arguments of the list out of those of the page. Make it once: each call gives another endpoint. */
  paginated<A extends readonly unknown[]>(
    argsOfList: (...args: A) => readonly unknown[],
  ): Page<
    O,
    TakesBody<O> extends true
      ? { readonly fetch: PageFetch<O, A> }
      : { readonly searchParams: A[0] }
  >;
}

type ItemPart<O> = ItemOf<O> extends object ? Partial<ItemOf<O>> : ItemOf<O>;
