import { failOnShape } from '../nameOfShape.ts';
import type {
  DenormalizeDelegate,
  EntityClass,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
} from '../Schema.ts';
import type { ListSchema } from './ListSchema.ts';
import type { ListIdentity } from './listIdentity.ts';
import type { CollectionRecord } from './CollectionRow.ts';
import { type CountRecord, countRowOf } from './listCounts.ts';
import { applyListChanges } from './listChanges.ts';

/**
 * The schema of the number of all entities of a list, of which the list may have some: `{ items:
 * list, total: list.count }`. It is known by the arguments of the list, and follows its changes: one
 * less for what leaves, one more for what joins or is created, until the next response.
 */
export class CollectionCount<A extends readonly unknown[] = readonly unknown[]> {
  readonly #list: ListSchema;
  /** @internal The class of its rows, which `forEachEntity` visits. */
  readonly row: EntityClass;
  /** The arguments of a call. Only a type. */
  declare readonly args: A;

  constructor(list: ListSchema) {
    this.#list = list;
    this.row = countRowOf(list.row);
  }

  /** @internal The member of a record that has the rules of the list. */
  get ruled(): ListSchema['ruled'] {
    return this.#list.ruled;
  }

  normalize(
    input: unknown,
    _parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    if (typeof input !== 'number') return failOnShape(delegate, 'a number', input);
    const { args, pk } = this.#target(key, delegate);
    // The number may lack members that an overlapping request of another tab has added.
    if (!delegate.getEntity(this.row.key, pk)) delegate.touchUnknown(this.row.key);
    delegate.mergeEntity(this.row, pk, { args, count: input, ...this.#list.ruled });
    applyListChanges(delegate, this.row.key, pk);
    return pk;
  }

  /** The list of a response: one that brings a page has the arguments of that page. */
  #target(key: string | undefined, delegate: NormalizeDelegate): ListIdentity {
    const { args, owner, pages } = delegate;
    const own = this.#list.identity(args, key, owner);
    const of = owner ? undefined : pages?.list;
    if (of?.kind !== this.#list.key) return own;
    // The cast holds: the row is a list.
    const list = delegate.getEntity(of.kind, of.pk) as CollectionRecord | undefined;
    return { args: list?.args ?? own.args, pk: of.pk };
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): number {
    // The casts hold: a row that is there is a number, and an endpoint without its number has no data.
    const read = delegate.unvisit(this.row, stored) as CountRecord | undefined;
    return (typeof read === 'object' ? read.count : read) as number;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.row, stored);
  }

  /** The pk of the number for these arguments, if it is known. */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined {
    const { pk } = this.#list.identity(args, undefined, undefined);
    return delegate.hasEntity(this.row.key, pk) ? pk : undefined;
  }
}
