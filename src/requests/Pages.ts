import type { PageList } from '../endpoint/EndpointInterface.ts';
import type { CollectionRecord } from '../schema/collection/CollectionRow.ts';
import type { PageStart } from '../schema/PageNotes.ts';
import { isAtEnd } from '../schema/collection/pageEnd.ts';
import type { PageOf } from '../commits/Action.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Request } from './Request.ts';
import type { Call } from './Call.ts';

/** A page in flight. */
interface PageRequest {
  readonly of: PageOf;
  readonly request: Request;
  /** The page in flight that this one continues. */
  previous?: PageRequest | undefined;
  /** The request whose response has to be stored first. */
  after?: Request | undefined;
}

/** Returns the store's key for `own`, the key that an endpoint with this schema uses. */
export type KeyFor = (own: string, endpoint: { readonly schema?: unknown }) => string;

/**
 * Tracks the pages of lists that are in flight. Each continues the page that was requested before
 * it.
 */
export class Pages {
  readonly #commits: Commits;
  readonly #live: ReadonlySet<Request>;
  readonly #keyFor: KeyFor;
  /** In the order in which they were requested. */
  readonly #pages = new Set<PageRequest>();

  constructor(commits: Commits, live: ReadonlySet<Request>, keyFor: KeyFor) {
    this.#commits = commits;
    this.#live = live;
    this.#keyFor = keyFor;
  }

  /** The list to which the response to a call adds a page; `undefined` if it adds none. */
  of(call: Call): PageOf | undefined {
    const list = listOf(call);
    return list && { listKey: this.#keyFor(list.key, list) };
  }

  /**
   * Tracks a read that is being sent, if it reads a page, and determines where that page begins.
   */
  begin(call: Call, request: Request): PageRequest | undefined {
    const list = listOf(call);
    if (!list) return undefined;
    const listKey = this.#keyFor(list.key, list);
    // The cast is safe: the record of a list is a `CollectionRecord`.
    const record = this.#commits.confirmed.entities.get(list.kind, list.pk) as
      CollectionRecord | undefined;
    const previous = this.#lastOf(listKey, record);
    const page: PageRequest = {
      of: { listKey, start: startOf(previous, record) },
      request,
      previous,
      after: previous?.request ?? (record ? undefined : this.#inFlight(listKey)),
    };
    this.#pages.add(page);
    return page;
  }

  /** The page in flight that the next page of the list continues. */
  #lastOf(listKey: string, record: CollectionRecord | undefined): PageRequest | undefined {
    let last: PageRequest | undefined;
    for (const page of this.#pages) {
      if (page.of.listKey === listKey && mayBeAdded(page, record)) last = page;
    }
    return last;
  }

  #inFlight(listKey: string): Request | undefined {
    for (const request of this.#live) {
      if (request.key === listKey && !request.isSettled) return request;
    }
    return undefined;
  }

  /** Ends tracking: no further response can arrive for this page. */
  end(page: PageRequest): void {
    this.#pages.delete(page);
    // Otherwise each page would keep all earlier ones in memory.
    page.previous = page.after = undefined;
  }
}

function startOf(
  previous: PageRequest | undefined,
  list: CollectionRecord | undefined,
): PageStart | undefined {
  if (previous) return { page: previous.request.key };
  return list && { end: list.end };
}

function listOf({ endpoint, args }: Call): PageList | undefined {
  try {
    return endpoint.pageOf?.(args);
  } catch {
    // Storing the response throws the same error.
    return undefined;
  }
}

/**
 * Whether the list ends where the page begins, or will do so once the pages before it are added.
 */
function mayBeAdded(
  { of: { start }, request, previous }: PageRequest,
  list: CollectionRecord | undefined,
): boolean {
  if (request.isSettled) return false;
  if (previous && !previous.request.isSettled) return mayBeAdded(previous, list);
  return !start || !list || isAtEnd(list, start);
}
