import type { EntityClass } from '../schema/EntityClass.ts';
import type { Query } from '../schema/Query.ts';
import type { ResourceBody } from './ResourceBody.ts';
import type { ReplacedRest } from './ExtendedEndpoint.ts';
import type { ParamsOf, RestArgs, RestValue, TakesBody } from './RestArgs.ts';
import type { RestEndpoint } from './RestEndpoint.ts';
import type { Show } from './Show.ts';

/** The part of a `schema.Collection` that its list endpoints use. */
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

/**
 * The collection in a schema: `ListIn<{ results: Collection<[typeof Post]>; next: '' }>` →
 * `Collection<[typeof Post]>`; `never` without one.
 */
type ListIn<S> = S extends ListSchema
  ? S
  : S extends Query<infer I, never>
    ? ListIn<I>
    : S extends EntityClass | ((...args: never[]) => unknown) | readonly unknown[]
      ? never
      : S extends object
        ? { [N in keyof S]: ListIn<S[N]> }[keyof S]
        : never;

/** The schema with pages instead of the collection. */
type WithPage<S> = S extends ListSchema
  ? S['getPage']
  : S extends Query<infer I, infer A, infer R>
    ? Query<WithPage<I>, A, R>
    : S extends EntityClass | ((...args: never[]) => unknown)
      ? S
      : { [N in keyof S]: WithPage<S[N]> };

type SchemaOf<O> = O extends { readonly schema: infer S } ? S : undefined;

/** The type of an item in a request: the `body` of the options, else the members of the entity. */
type ItemOf<O> = O extends { readonly body: infer B }
  ? undefined extends B
    ? ItemOfList<ListIn<SchemaOf<O>>>
    : B
  : ItemOfList<ListIn<SchemaOf<O>>>;
type ItemOfList<C> = C extends { readonly schema: readonly [infer M] } ? ResourceBody<M> : object;

/** `T`, or a message if the schema has no collection. */
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

/**
 * Adds a page to the list. It takes the arguments of the list, with the cursor in the first one.
 */
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

/**
 * The extra members of an endpoint whose schema contains a `schema.Collection`: requests that
 * change the cached list. Every access to a member returns the same endpoint.
 */
export interface ListEndpoints<O> {
  /**
   * `POST` to the path of the list. Appends the created items to every list whose filters they
   * match. Takes one item or several.
   */
  readonly push: Change<O, 'push', Adding<OneOrMore<ItemOf<O>> | FormData>>;
  /** Like `push`, but prepends. */
  readonly unshift: Change<O, 'unshift', Adding<OneOrMore<ItemOf<O>> | FormData>>;
  /**
   * `POST` to the path. Adds the items of the response, by name, to every map whose filters they
   * match.
   */
  readonly assign: Change<O, 'assign', Adding<Readonly<Record<string, ItemOf<O>>>>>;
  /**
   * `PATCH` to the path of the list. Removes the items of the response from the lists; the entities
   * stay.
   */
  readonly remove: Change<
    O,
    'remove',
    { readonly method: 'PATCH'; readonly body: OneOrMore<ItemPart<O>> | FormData }
  >;
  /**
   * `PATCH` to `movePath`. Moves the items of the response from lists that they no longer match to
   * lists that they match now.
   */
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
  /** `GET` of a further page, which is added to the list. Needs `paginationField`. */
  readonly getPage: [CursorOf<O>] extends [never]
    ? 'Give the endpoint a paginationField, or use paginated().'
    : PageEndpoint<O, CursorOf<O>>;
  /** Like `getPage`; `cursor` names the parameter that selects the page. */
  paginated<C extends string>(cursor: C): PageEndpoint<O, C>;
  /**
   * Like `getPage`; the function turns the arguments of a page into those of the list. Call it
   * once: each call returns a new endpoint.
   */
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
