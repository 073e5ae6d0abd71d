import { Observable } from 'rxjs';
import { All } from '../../data/schema/All.ts';
import type { Denormalize, Normalize } from '../../data/schema/Denormalize.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { asError } from '../../shared/asError.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import {
  RetainedSource,
  type StreamContext,
  type Root,
} from '../../kernel/streams/RetainedSource.ts';
import type { SourceListener } from '../../kernel/streams/StateObservable.ts';
import type { ChangeSet } from './ChangeSet.ts';
import { RowsNode } from './RowsNode.ts';

/** All entities of a class, or of a `schema.All`. */
export type RowsSchema =
  EntityClass | { entities(): EntityClass[]; denormalize(...args: never[]): readonly unknown[] };

/** The entities of a schema: `RowOf<typeof User>` → `User` · `RowOf<All<typeof User>>` → `User`. */
export type RowOf<S> = Denormalize<S> extends readonly (infer R)[] ? R : Denormalize<S>;

/**
 * A row as it is stored: the fields that responses have brought, with ids in place of nested
 * entities. `StoredRow<typeof Task>` → `{ id?: string; title?: string; owner?: string }` · of an
 * `All`: a record.
 */
export type StoredRow<S> = S extends EntityClass
  ? StoredFields<S['prototype'], S['schema']>
  : Readonly<Record<string, unknown>>;

/** `StoredFields<Task, { owner: typeof Person }>` → `{ id?: string; owner?: string }`. */
type StoredFields<I, M> = {
  readonly [N in keyof I as I[N] extends (...args: never[]) => unknown ? never : N]?: StoredField<
    M,
    N,
    I[N]
  >;
};

/** A class without nested schemas has an index signature in place of names. */
type StoredField<M, N, V> = string extends keyof M
  ? V
  : N extends keyof M
    ? Normalize<M[N]> | null
    : V;

/**
 * The changes of all entities of a class, or of an All, in a store – for views whose cost follows
 * what changed: a reset with all cached entities at once, then one set per commit that changed any
 * of them. Values are the instances that hooks show, replaced also when a nested entity changes;
 * with `flat`, they are the stored records, with ids in place of nested entities. Keys are primary
 * keys; for an All of several entity keys, `entityKey/pk`. If user code throws while an entity is
 * read, the subscription fails; a new subscription starts anew. Throws `SB_DISPOSED`,
 * `SB_STORE_UNKNOWN`.
 *
 * @example
 * ```ts
 * const open$ = changes(store, Todo).pipe(filterChanges((todo) => !todo.done), asArray());
 * ```
 */
export function changes<S extends RowsSchema>(
  store: Store,
  schema: S,
  options?: { readonly flat?: false },
): Observable<ChangeSet<string, RowOf<S>>>;
export function changes<S extends RowsSchema>(
  store: Store,
  schema: S,
  options: { readonly flat: true },
): Observable<ChangeSet<string, StoredRow<S>>>;
export function changes(
  store: Store,
  schema: RowsSchema,
  { flat = false }: { readonly flat?: boolean } = {},
): Observable<Changes> {
  const internals = internalsOf(store);
  internals.assertAlive();
  return new Observable((subscriber) => {
    internals.assertAlive();
    // The cast holds: a schema that is not a class is an All.
    const source =
      [...internals.streams.sources()].find(isSame) ??
      new ChangesSource(internals, schema as ChangesSchema, flat);
    let version = -1;
    return source.subscribe({
      next(latest) {
        const set = version < 0 ? source.firstSet() : latest;
        // The first set already contains the changes of its commit.
        if (set.version <= version) return;
        version = set.version;
        subscriber.next(set);
      },
      error: (error) => subscriber.error(error),
      complete: () => subscriber.complete(),
    });
  });

  function isSame(source: unknown): source is ChangesSource {
    return source instanceof ChangesSource && source.schema === schema && source.isFlat === flat;
  }
}

type Changes = ChangeSet<string, unknown>;

/** An entity class, or all entities of several classes. */
type ChangesSchema = EntityClass | All<never>;

/** The latest set of all rows of a schema. Without subscribers the source keeps no rows. */
class ChangesSource extends RetainedSource<Changes> {
  readonly key: string;
  readonly schema: ChangesSchema;
  /** Whether rows are stored records instead of instances. */
  readonly isFlat: boolean;
  readonly #all: All<never>;
  #rows: RowsNode | undefined;
  #last = NONE;
  #failure: { readonly error: unknown } | undefined;

  constructor(context: StreamContext, schema: ChangesSchema, isFlat: boolean) {
    super(context);
    this.schema = schema;
    this.isFlat = isFlat;
    // The cast holds: an All of any class can be read as an `All<never>`.
    this.#all = (isEntity(schema) ? new All(schema) : schema) as All<never>;
    const entityKeys = this.#all.entities().map(({ key }) => key);
    this.key = `changes of ${entityKeys.join(', ')}`;
  }

  /** The last set. Throws what user code threw while rows were read. */
  read(): Changes {
    if (this.#failure) throw this.#failure.error;
    return this.#last;
  }

  /** All current rows, as the first set of a subscriber. */
  firstSet(): Changes {
    // Without later sets, the last reset has them.
    const last = this.#last;
    return last.reset ? { ...last, since: last.version } : this.#rows!.output.all();
  }

  override listen(listener: SourceListener): void {
    super.listen(listener);
    const { commits } = this.context;
    this.#rows ??= new RowsNode(commits.graph, this.#all, this.isFlat, {
      changed: () => commits.scheduleEmit(this),
      next: (set) => (this.#last = set),
    });
    this.beforeEmit();
  }

  beforeEmit(): void {
    this.#failure = undefined;
    try {
      this.#rows?.send(this.context.commits.version);
    } catch (error) {
      // The next subscriber starts anew.
      this.#failure = { error: asError(error) };
    }
  }

  /** The root for garbage collection. */
  get root(): Root {
    return { schema: this.#all, stored: this.#rows && NOTHING_STORED };
  }

  protected override unlistened(): void {
    this.#rows?.end();
    this.#rows = undefined;
    this.#last = NONE;
  }

  /** Without subscribers there are no rows to forget. */
  forget(): void {
    if (!this.isListened) this.unlistened();
  }
}

const NOTHING_STORED = {};

/** Before the first set. */
const NONE: Changes = { version: -1, since: -1, reset: true, changes: [] };
