import type {
  MarkDelegate,
  DenormalizeDelegate,
  EntityClass,
  MemberPlace,
  NormalizeDelegate,
  QueryDelegate,
} from '../Schema.ts';
import type { Args } from '../../../shared/copyArgs.ts';
import { copyMembers } from '../../../shared/copyMembers.ts';
import { isPlainObject } from '../../../shared/isPlainObject.ts';
import { shareStructure } from '../../../shared/shareStructure.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import { Entity } from '../Entity.ts';
import { failOnShape } from '../nameOfShape.ts';
import { pkOf, usablePk } from '../entity/usablePk.ts';

/** Options of a {@link Scalar}. */
export interface ScalarOptions<E extends EntityClass = EntityClass, A extends Args = Args> {
  /**
   * The name of the values: their entity key is `Scalar(key)`. Scalars with the same key share
   * their values.
   */
  readonly key: string;
  /**
   * Returns the part of the arguments that the values depend on, for example
   * `([{ currency }]) => currency`. `undefined`: the arguments have no lens.
   */
  readonly lens: (args: A) => string | number | undefined;
  /**
   * The entity class of the columns, for responses that contain columns without their entity. Not
   * needed for members of entities.
   */
  readonly entity?: E | undefined;
  /** The primary key of that entity. Default: its `pk()`, else the name of the values in a map. */
  readonly entityPk?:
    ((input: object, parent: unknown, key: string | undefined, args: A) => unknown) | undefined;
}

/** The members of an entity that responses contained. */
type Columns<E extends EntityClass> = Partial<Omit<E['prototype'], 'pk'>>;

/**
 * A value that depends on the arguments, such as a price in a currency. Each value is stored with
 * the **lens** of its call. A reader gets the value for the lens of its own arguments, and
 * `undefined` while that is not known.
 *
 * - As a member: `static schema = { price }` with
 *   `const price = new schema.Scalar({ key: 'price', lens: … })`.
 * - On its own, for responses with columns of entities that are already known:
 *   `new schema.Values(price)`, `[price]`, with the option `entity`. Reads return the columns as a
 *   plain object.
 *
 * A response fails with `SB_LENS_MISSING` if its call has no lens. Throws `SB_SCHEMA_INVALID` for
 * options without `key` or `lens`.
 */
export class Scalar<E extends EntityClass = EntityClass, A extends Args = Args> {
  readonly key: string;
  /** The entity class of the values. */
  readonly cell: EntityClass;
  readonly entity: E | undefined;
  readonly #options: ScalarOptions<E, A>;
  readonly #columns = new WeakMap<object, object>();

  constructor(options: ScalarOptions<E, A>) {
    const { key, lens, entity } = options;
    if (typeof key !== 'string' || key === '' || typeof lens !== 'function') {
      throw new StreambedError('SB_SCHEMA_INVALID', 'schema.Scalar takes a key and a lens.');
    }
    this.key = key;
    this.entity = entity;
    this.#options = options;
    this.cell = class Cell extends Entity {
      static override readonly key = `Scalar(${key})`;
    };
  }

  /** The lens of a reader's arguments; `undefined` if they have none. */
  readonly lensOf = (args: Args): string | undefined => {
    try {
      return usablePk(this.#options.lens(args as A));
    } catch {
      // A reader may have other arguments than a request.
      return undefined;
    }
  };

  /** Reads with the same lens share a value. */
  readonly readsArgs = this.lensOf;

  /** Normalizes columns without their entity. */
  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    const { entity } = this;
    const { entityPk } = this.#options;
    const { args } = delegate;
    if (!entity) {
      const what = `Columns without their entity; schema.Scalar ${this.key} needs the option entity.`;
      return delegate.fail('SB_ANSWER_SHAPE', what);
    }
    if (!isPlainObject(input)) {
      return failOnShape(delegate, `an object with columns of ${entity.key}`, input);
    }
    const isMapped =
      key !== undefined &&
      isPlainObject(parent) &&
      Object.hasOwn(parent, key) &&
      parent[key] === input;
    const pk = entityPk
      ? usablePk(entityPk(input, parent, key, args as A))
      : (pkOf(entity, input, parent, key, args) ?? (isMapped ? key : undefined));
    if (pk === undefined) {
      return delegate.fail('SB_PK_MISSING', `Columns of ${entity.key} without its primary key.`);
    }
    this.#write(entity.key, pk, copyMembers(input), delegate);
    return [pk, null, entity.key] satisfies CellRef;
  }

  /** Normalizes one column, as a member of its entity. */
  normalizeMember(value: unknown, place: MemberPlace, delegate: NormalizeDelegate): unknown {
    const { entity, isForeign, pk, name, known } = place;
    // A class that does not declare the member may be read without a lens, and have it as stored.
    if (isForeign && isCellRef(value)) return value;
    if (isForeign && this.lensOf(delegate.args) === undefined) return known;
    this.#write(entity.key, pk, { [name]: value }, delegate);
    return shareStructure(known, [pk, name, entity.key] satisfies CellRef);
  }

  #write(kind: string, pk: string, values: object, delegate: NormalizeDelegate): void {
    const lens = usablePk(this.#options.lens(delegate.args as A));
    if (lens !== undefined) delegate.mergeEntity(this.cell, cellPk(kind, pk, lens), values);
    else
      delegate.fail('SB_LENS_MISSING', `The arguments name no lens of schema.Scalar ${this.key}.`);
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): Columns<E> | undefined {
    // Values stored before the member became a Scalar are shown unchanged.
    if (!isCellRef(stored)) return stored as never;
    const lens = this.lensOf(delegate.args);
    if (lens === undefined) return undefined;
    const [pk, name, kind] = stored;
    const cell = delegate.unvisit(this.cell, cellPk(kind, pk, lens));
    if (typeof cell !== 'object' || cell === null) return undefined;
    // The casts hold: a cell has the columns that were stored.
    if (name === null) return this.#columnsOf(cell);
    return memberOf(cell, name) as never;
  }

  /** A cell memoizes the value. */
  memoizes(): boolean {
    return false;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    this.denormalize(stored, delegate);
  }

  #columnsOf(cell: object): Columns<E> {
    let columns = this.#columns.get(cell);
    if (!columns) this.#columns.set(cell, (columns = Object.freeze({ ...cell })));
    return columns;
  }

  /** Marks a look-up as incomplete if its entity does not show the value for these arguments. */
  queryMember({ entity, pk, name }: MemberPlace, args: Args, delegate: QueryDelegate): void {
    const lens = this.lensOf(args);
    if (lens === undefined) return;
    const stored = memberOf(delegate.getEntity(entity.key, pk), name);
    const isShown = isCellRef(stored);
    const cell = delegate.getEntity(
      this.cell.key,
      cellPk(entity.key, isShown ? stored[0] : pk, lens),
    );
    const isKnown = memberOf(cell, name) !== undefined;
    // A member that neither a record nor a cell has had is missing, as members without a schema.
    if (!cell || isKnown !== isShown) delegate.markIncomplete();
  }

  /** Columns cannot be looked up without their entity. */
  queryKey(): undefined {
    return undefined;
  }
}

/**
 * Stored form of a {@link Scalar}: primary key of the entity, name of the member (null: all
 * columns), entity key.
 */
type CellRef = readonly [pk: string, name: string | null, entityKey: string];

function isCellRef(stored: unknown): stored is CellRef {
  if (!Array.isArray(stored) || stored.length !== 3) return false;
  const [pk, name, entityKey] = stored as unknown[];
  return (
    typeof pk === 'string' &&
    (name === null || typeof name === 'string') &&
    typeof entityKey === 'string'
  );
}

/** A member that the record itself has. */
function memberOf(record: object | undefined, name: string): unknown {
  const isOwn = record && Object.hasOwn(record, name);
  return isOwn ? (record as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** The primary key of one entity's values for one lens. The parts may be any text. */
function cellPk(entityKey: string, pk: string, lens: string): string {
  return JSON.stringify([entityKey, pk, lens]);
}
