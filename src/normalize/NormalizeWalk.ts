import { acceptsEmpty, resolveSchema } from '../schema/resolveSchema.ts';
import type { AnswerProblem, EntityClass, NormalizeDelegate } from '../schema/Schema.ts';
import { isEntity } from '../schema/isEntity.ts';
import type { PageNotes } from '../schema/collection/PageNotes.ts';
import { usablePk } from '../schema/usablePk.ts';
import { isStackOverflow } from '../shared/isStackOverflow.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { EntitySource } from './EntitySource.ts';

/**
 * Limit for nested schema levels. They take about a third of V8's stack (984 kB); if the caller
 * leaves less, the walk fails with `SB_DEPTH` earlier.
 */
export const MAX_NORMALIZE_DEPTH = 500;

/**
 * From this depth on, the walk remembers its entities, so that cyclic object graphs end. JSON has
 * no cycles, and few responses are that deep.
 */
const REMEMBER_BELOW = 16;

/** Segments of a path that an error message shows, at its start and at its end. */
const SHOWN_START = 12;
const SHOWN_END = 4;

/** What a walk has to know of the value that it normalizes. */
export interface WalkOptions {
  readonly args: readonly unknown[];
  /** Names the value in error messages, for example `GET /users`. */
  readonly subject: string;
  /** Makes primary keys for entities that have none yet. */
  readonly newPk?: (() => string) | undefined;
  /** Records how the response affects paginated lists. */
  readonly notes?: PageNotes | undefined;
}

/**
 * One pass over one response. The walk knows its path, so that errors can name it. A subclass
 * writes the entities that the walk finds.
 */
export abstract class NormalizeWalk implements NormalizeDelegate {
  args: readonly unknown[] = [];
  pages: PageNotes | undefined;
  #subject = '';
  #newPk: (() => string) | undefined;
  /**
   * The current path: valid up to `#depth`. `#values` are noted below REMEMBER_BELOW only.
   */
  readonly #path: (string | number | null)[] = [];
  #values: unknown[] | undefined;
  #depth = 0;
  #owner: object | undefined;
  #entered: Map<EntityClass, Map<object, string>> | undefined;

  /** The entities, with all that the walk has written so far. */
  protected abstract readonly source: EntitySource;

  abstract readonly sentSeq: number | undefined;

  abstract known(schema: EntityClass, pk: string): object | undefined;

  abstract mergeEntity(schema: EntityClass, pk: string, record: object, known?: object): void;

  abstract invalidate(schema: EntityClass, pk: string): void;

  abstract touchUnknown(entityKey: string): void;

  abstract declareKind(schema: EntityClass): void;

  get depth(): number {
    return this.#depth;
  }

  get owner(): object | undefined {
    return this.#owner;
  }

  /** Normalizes a whole response; returns its stored form. */
  run(schema: unknown, input: unknown, { args, subject, newPk, notes }: WalkOptions): unknown {
    this.args = args;
    this.pages = notes;
    this.#subject = subject;
    this.#newPk = newPk;
    if (schema === undefined || schema === null) return input;
    if (typeof schema === 'function' && !isEntity(schema)) return input;
    if (input === undefined || input === null) {
      if (!acceptsEmpty(schema)) {
        this.fail('SB_ANSWER_EMPTY', `The response is ${String(input)}.`);
      }
    }
    try {
      return resolveSchema(schema).normalize(input, undefined, '', this);
    } catch (error) {
      if (!isStackOverflow(error)) throw error;
      return this.fail('SB_DEPTH', 'The response nests deeper than the call stack allows.');
    }
  }

  visit(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    segment: string | number | null = key,
  ): unknown {
    if (value === undefined || value === null || schema === undefined || schema === null) {
      return value;
    }
    if (typeof schema === 'function') {
      if (!isEntity(schema)) return value;
      if (typeof value !== 'object') return usablePk(value) ?? value;
    }
    const depth = this.#depth;
    this.#path[depth] = segment;
    this.#depth = depth + 1;
    if (depth > REMEMBER_BELOW) (this.#values ??= [])[depth] = value;
    try {
      if (depth >= MAX_NORMALIZE_DEPTH) this.#failOnDepth();
      return resolveSchema(schema).normalize(value, parent, key, this);
    } finally {
      this.#depth = depth;
    }
  }

  visitOwned(owner: object, schema: unknown, value: unknown, key: string): unknown {
    const outer = this.#owner;
    this.#owner = owner;
    try {
      return this.visit(schema, value, owner, key);
    } finally {
      this.#owner = outer;
    }
  }

  /**
   * An object that still contains itself at the greatest depth is in a cycle; other data is too
   * deep.
   */
  #failOnDepth(): never {
    const around = new Set<unknown>();
    for (let i = REMEMBER_BELOW + 1; i < this.#depth; i++) {
      // A schema around another one visits the same value without a step.
      if (this.#path[i] === null) continue;
      if (around.has(this.#values?.[i])) {
        this.fail('SB_CYCLE', 'An object that is not an entity contains itself.');
      }
      around.add(this.#values?.[i]);
    }
    return this.fail('SB_DEPTH', `The response nests more than ${MAX_NORMALIZE_DEPTH} levels.`);
  }

  isRepeat(schema: EntityClass, pk: string, input: object): boolean {
    if (!this.#entered) {
      if (this.#depth <= REMEMBER_BELOW) return false;
      this.#entered = new Map();
    }
    let inputs = this.#entered.get(schema);
    if (!inputs) this.#entered.set(schema, (inputs = new Map<object, string>()));
    if (inputs.get(input) === pk) return true;
    inputs.set(input, pk);
    return false;
  }

  placeholderPk(): string | undefined {
    return this.#newPk?.();
  }

  getEntity(entityKey: string, pk: string): object | undefined {
    return this.source.get(entityKey, pk);
  }

  forEachEntity(entityKey: string, visit: (record: object, pk: string) => void): void {
    this.source.forEach(entityKey, visit);
  }

  fail(code: AnswerProblem, what: string): never {
    throw new StreambedError(code, `${this.#subject}: at ${this.#pathText()}: ${what}`);
  }

  /** The current path, for example `$.results[3].author`. */
  #pathText(): string {
    const path = this.#path.slice(0, this.#depth).filter((segment) => segment !== null);
    const shown = path.map((segment) =>
      typeof segment === 'number'
        ? `[${segment}]`
        : /^[\w$]+$/.test(segment)
          ? `.${segment}`
          : `[${JSON.stringify(segment)}]`,
    );
    if (shown.length > SHOWN_START + SHOWN_END) {
      shown.splice(SHOWN_START, shown.length - SHOWN_START - SHOWN_END, ' … ');
    }
    return `$${shown.join('')}`;
  }
}
