import type { ArgsOrNull } from '../../data/endpoint/ArgsOrNull.ts';
import type { Args } from '../../shared/copyArgs.ts';
import type { DataOf, ReadEndpoint } from '../../data/endpoint/EndpointInterface.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import type { StateObservable } from '../../kernel/streams/StateObservable.ts';
import type { ItemIn, PagedEndpoint, PagesState } from './PagesState.ts';
import { PagesSource } from './PagesSource.ts';

/** The pages of a list, by the stream of its key. */
const known = new WeakMap<EndpointStream, PagesSource>();

/**
 * The pages of a list, as an observable. Subscribing fetches the first page if it is missing or
 * stale; `fetchNext` and `fetchPrevious` of the state add further pages to the list, as the option
 * `pages` of the endpoint declares. A refetch, whatever causes it, fetches all shown pages again.
 *
 * All subscribers of a key share its pages, as long as the store retains the key. Returns the same
 * object for the same key meanwhile. With `null` as the only argument it is inactive. Throws
 * `SB_PAGES_UNDECLARED`, `SB_OPTION_INVALID`, `SB_DISPOSED`, `SB_STORE_UNKNOWN`.
 *
 * @example
 * ```ts
 * const getPosts = PostResource.getList.extend({
 *   schema: { results: PostResource.getList.schema, next: '' },
 *   pages: { next: ({ next }) => ({ cursor: next }) },
 * });
 * const posts$ = pages(store, getPosts);
 * posts$.subscribe(({ items, hasNext }) => console.log(items.length, hasNext));
 * await posts$.getValue().fetchNext();
 * ```
 */
export function pages<E extends ReadEndpoint & PagedEndpoint>(
  store: Store,
  endpoint: E,
  ...args: ArgsOrNull<E>
): StateObservable<PagesState<DataOf<E>, ItemIn<E['schema']>>>;
export function pages(store: Store, endpoint: ReadEndpoint, ...args: Args): PagesSource {
  const stream = internalsOf(store).assertAlive().streams.read(endpoint, args);
  return pagesOf(store, stream, endpoint);
}

/** The pages of the list whose stream is known. */
export function pagesOf(store: Store, stream: EndpointStream, endpoint: ReadEndpoint): PagesSource {
  const found = known.get(stream)?.use(endpoint);
  if (found) return found;
  const made = new PagesSource(internalsOf(store), stream, endpoint);
  known.set(stream, made);
  return made;
}
