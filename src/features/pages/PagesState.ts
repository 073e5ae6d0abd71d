import type { EndpointInterface, DataOf } from '../../data/endpoint/EndpointInterface.ts';
import type { Denormalize } from '../../data/schema/Denormalize.ts';
import type { Query } from '../../data/schema/query/Query.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import type { ExpiryStatus } from '../../kernel/streams/EndpointState.ts';

/** The state of a list that is read in pages. The same object until a member changes. */
export interface PagesState<T = unknown, I = unknown> {
  /** The items of all loaded pages; empty before the first response. */
  readonly items: readonly I[];
  /** The data of the endpoint; `undefined` before the first response. */
  readonly data: T | undefined;
  /** Whether there is a page after the last one. */
  readonly hasNext: boolean;
  /** Whether there is a page before the first one. */
  readonly hasPrevious: boolean;
  /** Whether the first page is being fetched, or the shown pages are fetched again. */
  readonly fetching: boolean;
  readonly fetchingNext: boolean;
  readonly fetchingPrevious: boolean;
  /** The failure of the last request, whatever it was for; cleared by the next request. */
  readonly error: Error | undefined;
  /** Whether the data is missing, stale or valid. */
  readonly status: ExpiryStatus;
  /**
   * Fetches the next page. While that is in flight, further calls return the same promise; without
   * a next page it resolves at once. Rejects with the failure, which `error` has too: you need not
   * catch it.
   */
  readonly fetchNext: () => Promise<void>;
  /** The same for the previous page. */
  readonly fetchPrevious: () => Promise<void>;
  /** Fetches the shown pages again, from the list's own page to both ends, and replaces them all at once. */
  readonly refetch: () => Promise<void>;
}

/** The state of the pages of an endpoint. */
export type PagesOf<E extends EndpointInterface> = PagesState<DataOf<E>, ItemIn<E['schema']>>;

/** An endpoint with the option `pages`. */
export interface PagedEndpoint {
  readonly pages: { readonly next: (...args: never[]) => unknown };
}

/** The part of a `schema.Collection` that tells it from other schemas. */
interface ListSchema {
  readonly getPage: unknown;
}

/**
 * The items of the list in a schema: `ItemIn<{ results: Collection<[typeof Post]>; next: '' }>` →
 * `Post`.
 */
export type ItemIn<S> = S extends ListSchema
  ? MemberOf<Denormalize<S>>
  : S extends Query<infer I, never, infer R>
    ? R extends readonly (infer T)[]
      ? T
      : ItemIn<I>
    : S extends EntityClass | ((...args: never[]) => unknown) | readonly unknown[]
      ? never
      : S extends object
        ? { [N in keyof S]-?: ItemIn<S[N]> }[keyof S]
        : never;

/** `MemberOf<Post[]>` → `Post`. */
type MemberOf<L> = L extends readonly (infer T)[] ? T : never;
