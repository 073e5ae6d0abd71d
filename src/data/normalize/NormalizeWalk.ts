import { Entity } from '../schema/Entity.ts';
import { isEntity } from '../schema/isEntity.ts';
import { acceptsEmpty, resolveSchema } from '../schema/resolveSchema.ts';
import type { NormalizeProblem, EntityClass, ItemSchema } from '../schema/Schema.ts';
import type { PlanSource } from '../schema/entity/sharedPlan.ts';
import type { PageNotes } from '../schema/collection/PageNotes.ts';
import { usablePk } from '../schema/entity/usablePk.ts';
import { isStackOverflow } from '../../shared/isStackOverflow.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { EntitySource } from './EntitySource.ts';
import {
  type EntityVisitor,
  type EntityWalk,
  type NewPk,
  REMEMBER_BELOW,
} from './EntityVisitor.ts';
import { isCycle, pathText, type Segment } from './walkPath.ts';

/**
 * Limit for nested schema levels. They take about a third of V8's stack (984 kB); if the caller
 * leaves less, the walk fails with `SB_DEPTH` earlier.
 */
export const MAX_NORMALIZE_DEPTH = 500;

/** What a walk has to know of the value that it normalizes. */
export interface WalkOptions {
  readonly args: readonly unknown[];
  readonly parentArgs?: readonly unknown[] | undefined;
  /** Names the value in error messages, for example `GET /users`. */
  readonly subject: string;
  /** Makes primary keys for entities that have none yet. */
  readonly newPk?: NewPk | undefined;
  /** Records how the response affects paginated lists. */
  readonly notes?: PageNotes | undefined;
}

/**
 * One pass over one response. The walk knows its path, so that errors can name it. Visitors
 * normalize the entities that it finds; a subclass makes them. `run` sets the fields, which are
 * declared, not defined: a first load has one function less to compile.
 */
export abstract class NormalizeWalk implements EntityWalk {
  args!: readonly unknown[];
  parentArgs: readonly unknown[] | undefined;
  pages: PageNotes | undefined;
  newPk: NewPk | undefined;
  owner: object | undefined;
  depth!: number;
  path!: Segment[];
  written!: number;
  entered: Map<EntityClass, Map<object, string>> | undefined;
  /** The values on the path, below REMEMBER_BELOW only. */
  protected values: unknown[] | undefined;
  protected subject!: string;

  /** The entities, with all that the walk has written so far. */
  protected abstract readonly source: EntitySource;

  abstract readonly lineage: PlanSource;

  abstract readonly sentSeq: number | undefined;

  /** The visitor of an entity class: one object per class. */
  protected abstract visitor(schema: EntityClass): EntityVisitor;

  abstract invalidate(schema: EntityClass, pk: string, input?: unknown): void;

  abstract touchUnknown(entityKey: string): void;

  abstract declareKind(schema: EntityClass, written?: () => void): void;

  /** Normalizes a whole response; returns its stored form. */
  run(
    schema: unknown,
    input: unknown,
    { args, parentArgs, subject, newPk, notes }: WalkOptions,
  ): unknown {
    this.args = args;
    this.parentArgs = parentArgs;
    this.pages = notes;
    this.subject = subject;
    this.newPk = newPk;
    this.owner = undefined;
    this.depth = 0;
    this.path = [];
    this.values = undefined;
    this.written = 0;
    this.entered = undefined;
    if (schema === undefined || schema === null) return input;
    if (typeof schema === 'function' && !isEntity(schema)) return input;
    if ((input === undefined || input === null) && !acceptsEmpty(schema)) {
      this.fail('SB_ANSWER_EMPTY', `The response is ${String(input)}.`);
    }
    try {
      const visitor = this.visitorOf(schema);
      if (visitor) return visitor.visit(input, input, undefined);
      return resolveSchema(schema).normalize(input, input, undefined, this);
    } catch (error) {
      if (!isStackOverflow(error)) throw error;
      this.depth = 0;
      return this.fail('SB_DEPTH', 'The response nests deeper than the call stack allows.');
    }
  }

  visitorOf(schema: unknown): EntityVisitor | undefined {
    const isPlain = isEntity(schema) && schema.normalize === Entity.normalize;
    return isPlain ? this.visitor(schema) : undefined;
  }

  visit(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string | undefined,
    segment: Segment = key ?? null,
  ): unknown {
    if (value === undefined || value === null || schema === undefined || schema === null) {
      return value;
    }
    if (typeof schema === 'function') {
      if (!isEntity(schema)) return value;
      if (typeof value !== 'object') return usablePk(value) ?? value;
    }
    const { depth } = this;
    this.path[depth] = segment;
    this.depth = depth + 1;
    if (depth > REMEMBER_BELOW) (this.values ??= [])[depth] = value;
    try {
      if (depth >= MAX_NORMALIZE_DEPTH) this.#failOnDepth();
      const visitor = this.visitorOf(schema);
      if (visitor) return visitor.visit(value, parent, key);
      return resolveSchema(schema).normalize(value, parent, key, this);
    } finally {
      this.depth = depth;
    }
  }

  visitMember(owner: object, schema: unknown, value: unknown, key: string): unknown {
    const outer = this.owner;
    this.owner = owner;
    try {
      return this.visit(schema, value, owner, key);
    } finally {
      this.owner = outer;
    }
  }

  visitItems(
    list: ItemSchema,
    items: readonly unknown[],
    parent: unknown,
    key: string | undefined,
  ): unknown[] {
    const { depth, path } = this;
    const isPlain = list.schemaAttribute === undefined && depth < REMEMBER_BELOW;
    const visitor = isPlain ? this.visitorOf(list.schema) : undefined;
    const stored: unknown[] = [];
    // In lists of entities null is left out; in lists of values, such as dates, it is a value.
    const keepsNull = typeof list.schema !== 'object' && !isEntity(list.schema);
    try {
      for (let i = 0; i < items.length; i++) {
        const value = items[i];
        let item: unknown;
        if (visitor && typeof value === 'object' && value !== null) {
          // What `visit` does, without its calls.
          path[depth] = i;
          this.depth = depth + 1;
          item = visitor.visit(value, parent, key);
          this.depth = depth;
        } else {
          item = list.normalizeItem(value, parent, key, this, i);
        }
        if (item !== undefined && (item !== null || keepsNull)) stored.push(item);
      }
    } finally {
      this.depth = depth;
    }
    return stored;
  }

  visitEntity(
    schema: EntityClass,
    input: unknown,
    parent: unknown,
    key: string | undefined,
  ): string {
    const { depth } = this;
    try {
      return this.visitor(schema).visit(input, parent, key);
    } finally {
      // The class may catch what its members throw. Visitors do not restore the depth.
      this.depth = depth;
    }
  }

  isRepeat(schema: EntityClass, pk: string, input: object): boolean {
    const entered = (this.entered ??= new Map<EntityClass, Map<object, string>>());
    let inputs = entered.get(schema);
    if (!inputs) entered.set(schema, (inputs = new Map<object, string>()));
    if (inputs.get(input) === pk) return true;
    inputs.set(input, pk);
    return false;
  }

  mergeEntity(schema: EntityClass, pk: string, record: object): void {
    const rows = this.visitor(schema);
    rows.find(pk);
    rows.write(pk, rows.slot, record);
  }

  getEntity(entityKey: string, pk: string): object | undefined {
    return this.source.get(entityKey, pk);
  }

  forEachEntity(entityKey: string, visit: (record: object, pk: string) => void): void {
    this.source.forEach(entityKey, visit);
  }

  /**
   * An object that still contains itself at the greatest depth is in a cycle; other data is too
   * deep.
   */
  #failOnDepth(): never {
    const path = this.path.slice(0, this.depth);
    if (isCycle(path, this.values ?? [], REMEMBER_BELOW + 1)) {
      this.fail('SB_CYCLE', 'An object that is not an entity contains itself.');
    }
    return this.fail('SB_DEPTH', `The response nests more than ${MAX_NORMALIZE_DEPTH} levels.`);
  }

  fail(code: NormalizeProblem, what: string): never {
    const path = pathText(this.path.slice(0, this.depth));
    throw new StreambedError(code, `${this.subject}: at ${path}: ${what}`);
  }
}
