import { copyMembers } from '../shared/copyMembers.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';
import { nameOfShape } from './nameOfShape.ts';
import type {
  DenormalizeDelegate,
  MarkDelegate,
  MemberPlace,
  NormalizeDelegate,
  QueryDelegate,
} from './Schema.ts';
import { type CellRef, cellPk, isCellRef } from './cellPk.ts';
import { CellRoots } from './CellRoots.ts';
import { usablePk } from './usablePk.ts';

type Args = readonly unknown[];

/** What a {@link Scalar} is made of. */
export interface ScalarOptions<E extends EntityClass = EntityClass, A extends Args = Args> {
  /** Names the values: their kind in the table is `Scalar(key)`. Scalars with one key share their values. */
  readonly key: string;
  /** What of the arguments the values depend on, for example `([{ currency }]) => currency`. `undefined`: this call says nothing of it. */
  readonly lens: (args: A) => string | number | undefined;
  /** The entity class that the values are columns of, where they are answered without it. Members of entities do not need it. */
  readonly entity?: E;
  /** The primary key of that entity; default: its `pk()`, else the name under which the values stand in a map. */
  readonly entityPk?: (input: object, parent: unknown, key: string, args: A) => unknown;
}

/** The members of an entity, as far as they were answered. */
type Columns<E extends EntityClass> = Partial<Omit<E['prototype'], 'pk'>>;

/**
 * A value that is another one for other arguments, such as a price in a currency. Each is kept with the **lens** of its call; a reader gets
 * that of its own arguments, and `undefined` while it is not known.
 *
 * - As a member: `static schema = { price }` with `const price = new schema.Scalar({ key: 'price', lens: … })`.
 * - On its own, for answers that bring columns of entities which are known already: `new schema.Values(price)`, `[price]`, with the option
 *   `entity`. Read, it gives the columns as a plain object.
 *
 * An answer to a call without lens fails with `SB_LENS_MISSING`. Throws `SB_SCHEMA_INVALID` for options without `key` or `lens`.
 */
export class Scalar<E extends EntityClass = EntityClass, A extends Args = Args> {
  readonly key: string;
  /** The class of the values in the table. */
  readonly cell: EntityClass;
  readonly entity: E | undefined;
  readonly #options: ScalarOptions<E, A>;
  readonly #columns = new WeakMap<object, object>();
  readonly #roots = new WeakMap<MarkDelegate, CellRoots>();

  constructor(options: ScalarOptions<E, A>) {
    const { key, lens, entity } = options;
    if (typeof key !== 'string' || key === '' || typeof lens !== 'function') {
      throw new StreambedError(SB_SCHEMA_INVALID, 'schema.Scalar takes a key and a lens.');
    }
    this.key = key;
    this.entity = entity;
    this.#options = options;
    this.cell = class Cell extends Entity {
      static override readonly key = `Scalar(${key})`;
    };
  }

  /** The lens of the arguments of a reader; `undefined` where they say nothing of it. */
  readonly lensOf = (args: Args): string | undefined => {
    try {
      return usablePk(this.#options.lens(args as A));
    } catch {
      // Readers may have other arguments than requests.
      return undefined;
    }
  };

  /** Columns that stand on their own. */
  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    const { entity } = this;
    if (!isPlainObject(input) || !entity) {
      return delegate.fail(
        'SB_ANSWER_SHAPE',
        entity
          ? `Expected an object with columns of ${entity.key}, got ${nameOfShape(input)}.`
          : `Columns without their entity; schema.Scalar ${this.key} needs the option entity.`,
      );
    }
    const pk = this.#entityPk(entity, input, parent, key, delegate.args);
    if (pk === undefined) {
      return delegate.fail('SB_PK_MISSING', `Columns of ${entity.key} without its primary key.`);
    }
    this.#write(entity.key, pk, copyMembers(input), delegate);
    return [pk, null, entity.key] satisfies CellRef;
  }

  #entityPk(
    entity: E,
    input: object,
    parent: unknown,
    key: string,
    args: Args,
  ): string | undefined {
    const { entityPk } = this.#options;
    if (entityPk) return usablePk(entityPk(input, parent, key, args as A));
    const isMapped = isPlainObject(parent) && Object.hasOwn(parent, key) && parent[key] === input;
    return usablePk(entity.pk(input, parent, key, args), input) ?? (isMapped ? key : undefined);
  }

  /** One column of an entity whose member it is. */
  normalizeMember(value: unknown, place: MemberPlace, delegate: NormalizeDelegate): unknown {
    const { entity, pk, name, known } = place;
    this.#write(entity.key, pk, { [name]: value }, delegate);
    return shareStructure(known, [pk, name, entity.key] satisfies CellRef);
  }

  #write(kind: string, pk: string, values: object, delegate: NormalizeDelegate): void {
    const lens = usablePk(this.#options.lens(delegate.args as A));
    if (lens === undefined) {
      delegate.fail('SB_LENS_MISSING', `The arguments name no lens of schema.Scalar ${this.key}.`);
    } else {
      delegate.mergeEntity(this.cell, cellPk(kind, pk, lens), values);
    }
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): Columns<E> | undefined {
    // What was stored before the member became a scalar is shown as it is.
    if (!isCellRef(stored)) return stored as never;
    const lens = delegate.argsKey(this.lensOf);
    if (lens === undefined) return undefined;
    const [pk, name, kind] = stored;
    const cell = delegate.unvisit(this.cell, cellPk(kind, pk, lens));
    if (typeof cell !== 'object' || cell === null) return undefined;
    // The casts hold: a cell has the columns that were answered.
    if (name === null) return this.#columnsOf(cell);
    const isKnown = Object.hasOwn(cell, name);
    return (isKnown ? (cell as Record<string, unknown>)[name] : undefined) as never;
  }

  /** It is the value of a cell. */
  memoizes(): boolean {
    return false;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    let roots = this.#roots.get(delegate);
    if (!roots) {
      roots = new CellRoots(this.cell.key, this.lensOf, delegate);
      this.#roots.set(delegate, roots);
    }
    roots.add(stored);
  }

  #columnsOf(cell: object): Columns<E> {
    let columns = this.#columns.get(cell);
    if (!columns) this.#columns.set(cell, (columns = Object.freeze({ ...cell })));
    return columns;
  }

  /** Where an entity is looked up: whether the column is known for these arguments. */
  queryMember({ entity, pk }: MemberPlace, args: Args, delegate: QueryDelegate): void {
    const lens = this.lensOf(args);
    if (lens === undefined || delegate.hasEntity(this.cell.key, cellPk(entity.key, pk, lens)))
      return;
    delegate.markIncomplete();
  }

  /** Columns cannot be looked up without the entity they are of. */
  queryKey(): undefined {
    return undefined;
  }
}
