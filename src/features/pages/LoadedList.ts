import type { LoadedPages, PagesOption } from '../../data/endpoint/PagesOption.ts';
import type { ListRow } from '../../data/schema/collection/PageNotes.ts';
import { identityOf } from '../../data/schema/collection/CollectionMerge.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { encodeKey } from '../../shared/encodeKey.ts';
import type { ListPart } from './ListPart.ts';
import { rowOfList } from './pageEndpoint.ts';
import type { PageChange, Side } from './PageSchema.ts';

type Params = Readonly<Record<string, unknown>>;

/** One loaded page of a list. */
export interface Page {
  /** The parameters that select the page, beside those of the list. */
  readonly params: Params | undefined;
  /** The identities of its members. */
  readonly ids: readonly unknown[];
  /**
   * The data of its response, without items. `undefined`: the members beside the list are those of
   * the data.
   */
  readonly beside?: unknown;
}

/** The pages of a list that are loaded, in their order. There is always one: the list's own. */
export class LoadedList {
  readonly #part: ListPart;
  readonly #argsNow: () => Args;
  #pages: readonly Page[] = [{ params: undefined, ids: [] }];
  /** The parameters of the pages before the first one that were dropped. */
  #dropped: readonly (Params | undefined)[] = [];
  /** Whether the data has the members beside the list of a page that was dropped. */
  #isEndDropped = false;
  /** Whether there was a page at an end of the list when the list had items. */
  #hadPage: { [S in Side]?: boolean } = {};
  option: PagesOption<unknown, Params> | undefined;

  /** `argsNow` returns the args of the list. */
  constructor(part: ListPart, argsNow: () => Args) {
    this.#part = part;
    this.#argsNow = argsNow;
  }

  get pages(): readonly Page[] {
    return this.#pages;
  }

  /**
   * The page from which the others are reached: the list's own, or the one nearest to it if it was
   * dropped.
   */
  get start(): Page {
    const own = this.#pages.find(({ params }) => params === undefined);
    return own ?? this.#pages.at(this.#isEndDropped && this.option?.previous ? -1 : 0)!;
  }

  /** The row of the list. */
  get row(): ListRow {
    return rowOfList(this.#part.list, this.#argsNow());
  }

  /** Whether there is a page beside the list's own. */
  get hasFurther(): boolean {
    return this.#pages.some(({ params }) => params !== undefined);
  }

  /** The number of pages on one side of the page with these parameters. */
  countFrom(params: Page['params'], side: Side): number {
    const at = this.#pages.findIndex((page) => page.params === params);
    return side === 'previous' ? at : this.#pages.length - 1 - at;
  }

  /** The same list before any page is loaded. */
  emptied(): LoadedList {
    const list = new LoadedList(this.#part, this.#argsNow);
    list.option = this.option;
    list.#pages = [];
    return list;
  }

  /** Whether the members beside the list of each page are needed. */
  get needsBeside(): boolean {
    return this.option?.previous !== undefined || this.option?.max !== undefined;
  }

  /** The list was fetched: it has these pages. */
  replace(pages: readonly Page[], keepsDropped: boolean): void {
    this.#pages = pages;
    this.#isEndDropped = false;
    this.#hadPage = {};
    if (!keepsDropped) this.#dropped = [];
  }

  /** The arguments of the request for a page. */
  argsOf(params: Params | undefined): Args {
    const args = this.#argsNow();
    const [first, ...rest] = args;
    return params ? [{ ...(first as object | undefined), ...params }, ...rest] : args;
  }

  /**
   * Whether there is a page at one end of the list. Its parameters may be made of the item there: they
   * are unknown once all loaded items have left. Then only a refetch of the list brings the others.
   */
  hasPage(side: Side, data: unknown): boolean {
    const isFound = this.paramsOf(side, data) !== undefined;
    if (this.#part.itemsIn(data).length > 0) this.#hadPage[side] = isFound;
    return isFound || (data !== undefined && this.#hadPage[side] === true);
  }

  /** The parameters of the page at one end of the list; `undefined` if there is none, or they are unknown. */
  paramsOf(side: Side, data: unknown): { readonly params: Params | undefined } | undefined {
    if (data === undefined || !this.option) return undefined;
    const pages = this.#pages;
    if (side === 'next') {
      const list = this.#isEndDropped ? this.#with(pages.at(-1), data) : data;
      return boxed(usable(this.option.next(list, this.#loaded())));
    }
    if (!this.option.previous) {
      return this.#dropped.length > 0 ? { params: this.#dropped.at(-1) } : undefined;
    }
    return boxed(usable(this.option.previous(this.#with(pages[0], data), this.#loaded())));
  }

  /** Whether a page with these parameters is the one at an end of the list. */
  isAt(side: Side, params: Params | undefined, data: unknown): boolean {
    const found = this.paramsOf(side, data);
    return found !== undefined && encodeKey(found.params ?? {}) === encodeKey(params ?? {});
  }

  /** The data with the members beside the list that a page has. */
  #with(page: Page | undefined, data: unknown): unknown {
    const beside = page?.beside;
    return beside === undefined ? data : this.#part.withItems(beside, this.#part.itemsIn(data));
  }

  #loaded(): LoadedPages<Params> {
    const pages = this.#pages;
    const paramsAt = (at: number): Params => (this.argsOf(pages.at(at)?.params)[0] ?? {}) as Params;
    return { count: pages.length, first: paramsAt(0), last: paramsAt(-1) };
  }

  /** What leaves a list with these members when a page arrives at one end. */
  changeBy(side: Side, page: Page, members: readonly unknown[]): PageChange {
    const kept = this.#kept(side, page);
    const dropped = this.#pages.length + 1 - kept.length;
    if (dropped <= 0) return { gone: [] };
    const stays = new Set(kept.flatMap(({ ids }) => ids));
    if (kept.length === 1) return { gone: members.filter((ref) => !stays.has(identityOf(ref))) };
    // Members that no page brought, such as created ones, leave with the page around them. Between the
    // pages they stay: the page that leaves may come again without them.
    const edge = new Set((side === 'next' ? kept[0] : kept.at(-1))?.ids);
    const leaving = new Set(this.#pages.flatMap((each) => (kept.includes(each) ? [] : each.ids)));
    const isAtEdge = members.map((ref) => edge.has(identityOf(ref)));
    const leaves = members.map((ref) => leaving.has(identityOf(ref)));
    const end = Math.max(isAtEdge.indexOf(true), 0);
    const from = leaves.indexOf(true, isAtEdge.lastIndexOf(true) + 1 || members.length);
    const gone =
      side === 'next'
        ? members.slice(0, leaves.slice(0, end).lastIndexOf(true) + 1)
        : members.slice(from < 0 ? members.length : from);
    return { gone: gone.filter((ref) => !stays.has(identityOf(ref))) };
  }

  /** Called before a page is added: the members beside the list are still those of the only page. */
  keepBeside(data: unknown): void {
    const [only, ...others] = this.#pages;
    if (!this.needsBeside || others.length > 0 || only.beside !== undefined) return;
    this.#pages = [{ ...only, beside: this.#part.withItems(data, []) }];
  }

  /** The page has arrived. Returns whether it drops pages at the other end. */
  add(side: Side, page: Page): boolean {
    const before = this.#pages;
    const kept = this.#kept(side, page);
    const count = before.length + 1 - kept.length;
    this.#hadPage[side] = false;
    if (side === 'next') {
      this.#isEndDropped = false;
      this.#dropped = [...this.#dropped, ...before.slice(0, count).map(({ params }) => params)];
    } else {
      this.#isEndDropped ||= count > 0;
      this.#dropped = this.#dropped.slice(0, -1);
    }
    this.#pages = kept;
    return count > 0;
  }

  #kept(side: Side, page: Page): readonly Page[] {
    const { max = Infinity } = this.option ?? {};
    return side === 'next'
      ? [...this.#pages, page].slice(-Math.min(max, this.#pages.length + 1))
      : [page, ...this.#pages].slice(0, max);
  }
}

/** Parameters that select a page: without any, or with an empty one, there is no such page. */
function usable(given: unknown): Params | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const values: readonly unknown[] = Object.values(given);
  const isEmpty = values.some((value) => value === undefined || value === null || value === '');
  // The cast holds: it is an object.
  return values.length === 0 || isEmpty ? undefined : (given as Params);
}

function boxed(params: Params | undefined): { readonly params: Params } | undefined {
  return params && { params };
}
