import type { Args } from '../../../shared/copyArgs.ts';
import { isPlainObject } from '../../../shared/isPlainObject.ts';
import type { ListSchema } from './ListSchema.ts';
import type { ListIdentity } from './listIdentity.ts';
import { changeRow, type CollectionRecord } from './CollectionRow.ts';
import type { DenormalizeDelegate, MarkDelegate, NormalizeDelegate } from '../Schema.ts';
import type { PageNotes } from './PageNotes.ts';
import { atEnd, type CollectionRefs } from './CollectionMerge.ts';
import { applyListChanges, applyPageChanges } from './listChanges.ts';
import { endOf, isAtEnd } from './pages.ts';

/**
 * The schema of a request for one more page of a `Collection`. It adds the page's members to
 * the list; members already in the list keep their position. The result is the whole list. `T` is
 * the list, `A` are the arguments of the collection.
 */
export class CollectionPage<T = unknown, A extends Args = Args> {
  readonly #list: ListSchema;
  /** @internal Turns the page's arguments into the list's, see the constructor. */
  readonly argsOfList: ((args: Args) => Args) | undefined;
  /** The arguments of a call. Only a type. */
  declare readonly args: A;

  /**
   * `cursor` is the name of the argument that selects the page, or turns the page's arguments into the
   * list's. Default: looks for a known list whose arguments all equal the page's, and takes the one with
   * the most.
   */
  constructor(list: ListSchema, cursor?: string | ((...args: never[]) => Args)) {
    this.#list = list;
    this.argsOfList =
      cursor === undefined
        ? undefined
        : (args) => {
            if (typeof cursor === 'function') return cursor(...(args as never[]));
            const [first, ...rest] = args;
            if (!isPlainObject(first)) return args;
            const { [cursor]: _page, ...others } = first;
            return [others, ...rest];
          };
  }

  /** @internal */
  get schema(): unknown {
    return this.#list.schema;
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): string {
    const { args, pk } = this.#target(key, delegate);
    // The cast holds: that is what the schema of the members stores.
    const members = this.#list.inner.normalize(input, parent, key, delegate) as CollectionRefs;
    const known = delegate.getEntity(this.#list.key, pk) as CollectionRecord | undefined;
    const { pages: notes } = delegate;
    const position = notes && known ? positionOf(known, notes) : 'last';
    if (notes) notes.where = position;
    if (position !== 'last') return pk;
    const { key: entityKey, row, ruled } = this.#list;
    const isEmpty = Object.keys(members).length === 0;
    const pages = known?.pages ?? [];
    const page = {
      ...(!isEmpty && endOf(row, known ?? { args, ...ruled }, members, delegate)),
      ...(notes && { pages: pages.includes(notes.key) ? pages : [...pages, notes.key] }),
    };
    if (known) {
      // A response to an earlier request for the list itself still replaces it, with all pages.
      changeRow(row, pk, delegate, (list: CollectionRecord) => ({
        ...list,
        ...page,
        members: atEnd(list.members, members),
      }));
      applyPageChanges(delegate, entityKey, pk, members);
    } else {
      delegate.mergeEntity(row, pk, { args, members, ...ruled, ...page });
      applyListChanges(delegate, entityKey, pk);
    }
    return pk;
  }

  #target(key: string | undefined, delegate: NormalizeDelegate): ListIdentity {
    const list = this.#list;
    const { args, owner } = delegate;
    const requested = list.identity(this.argsOfList?.(args) ?? args, key, owner);
    if (this.argsOfList) return requested;
    let best: ListIdentity | undefined;
    delegate.forEachEntity(list.key, (record, pk) => {
      const known = (record as CollectionRecord).args;
      const names = Object.keys(known);
      const isWider = best && names.length <= Object.keys(best.args).length;
      const isFound = names.every((name) => isEqual(known[name], requested.args[name]));
      if (isFound && !isWider) best = { args: known, pk };
    });
    return best ?? requested;
  }

  /** The whole list. */
  denormalize(stored: unknown, delegate: DenormalizeDelegate): T {
    return this.#list.denormalize(stored, delegate) as T;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.#list, stored);
  }

  /** The cached list does not contain the next page. */
  queryKey(): undefined {
    return undefined;
  }
}

/** Where a response with these notes is in its list. */
function positionOf(list: CollectionRecord, { key, start }: PageNotes): 'last' | 'within' | 'lost' {
  const { pages = [] } = list;
  const at = pages.indexOf(key);
  if (at >= 0) return at === pages.length - 1 ? 'last' : 'within';
  return !start || isAtEnd(list, start) ? 'last' : 'lost';
}

/** Compares arguments in canonical form. */
function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
