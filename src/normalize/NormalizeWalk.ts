import type { EntityClass } from '../schema/EntityClass.ts';
import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { NormalizeDelegate } from '../schema/Schema.ts';
import { usablePk } from '../schema/usablePk.ts';
import type { ErrorCode } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { EntitySink } from './EntitySink.ts';

/** Levels of schemas within each other. The stack holds several times as many on every engine in use. */
export const MAX_NORMALIZE_DEPTH = 500;

/** Input that was seen on the way down is looked for below this depth only: JSON has no cycles, and few answers are that deep. */
const LOOK_FOR_CYCLES_BELOW = 32;

/** One pass over one answer. Knows where it is, so that errors can name the place. */
export class NormalizeWalk implements NormalizeDelegate {
  readonly args: readonly unknown[];
  readonly #sink: EntitySink;
  readonly #subject: string;
  readonly #path: (string | number)[] = [];
  #depth = 0;
  #ancestors: Map<object, string | undefined> | undefined;

  /** `subject` names what is normalized in error messages, for example `GET /users`. */
  constructor(sink: EntitySink, args: readonly unknown[], subject: string) {
    this.#sink = sink;
    this.args = args;
    this.#subject = subject;
  }

  /** Normalizes a whole answer; gives its stored form. */
  run(schema: unknown, input: unknown): unknown {
    if (schema === undefined || schema === null) return input;
    if (input === undefined || input === null) {
      if ((schema as { acceptsEmpty?: boolean }).acceptsEmpty !== true) {
        this.fail('SB_ANSWER_EMPTY', `The answer is ${String(input)}.`);
      }
      return resolveSchema(schema as object).normalize(input, undefined, '', this);
    }
    if (typeof schema === 'function' && !isEntity(schema)) return input;
    if (typeof input === 'string' && isEntity(schema)) this.#failOnText(input);
    return resolveSchema(schema as object).normalize(input, undefined, '', this);
  }

  visit(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    segment: string | number = key,
  ): unknown {
    if (value === undefined || value === null || schema === undefined || schema === null) return value;
    if (typeof schema === 'function' && !isEntity(schema)) return value;
    if (typeof value !== 'object' && isEntity(schema)) return usablePk(value) ?? value;
    const depth = this.#depth++;
    this.#path[depth] = segment;
    if (depth > MAX_NORMALIZE_DEPTH) {
      this.fail('SB_DEPTH', `The answer nests more than ${MAX_NORMALIZE_DEPTH} levels.`);
    }
    const stored =
      depth > LOOK_FOR_CYCLES_BELOW && typeof value === 'object'
        ? this.#visitOnce(schema, value, parent, key)
        : resolveSchema(schema as object).normalize(value, parent, key, this);
    this.#depth = depth;
    return stored;
  }

  #visitOnce(schema: unknown, value: object, parent: unknown, key: string): unknown {
    const ancestors = (this.#ancestors ??= new Map());
    if (ancestors.has(value)) {
      if (!isEntity(schema)) this.fail('SB_CYCLE', 'An object that is not an entity contains itself.');
      return usablePk(schema.pk(value, parent, key, this.args), value);
    }
    ancestors.set(value, undefined);
    const stored = resolveSchema(schema as object).normalize(value, parent, key, this);
    ancestors.delete(value);
    return stored;
  }

  mergeEntity(schema: EntityClass, pk: string, record: object): void {
    this.#sink.merge(schema, pk, record);
  }

  invalidate(schema: EntityClass, pk: string): void {
    this.#sink.remove(schema, pk);
  }

  declareKind(schema: EntityClass): void {
    this.#sink.declareKind(schema);
  }

  fail(code: ErrorCode, what: string, cause?: unknown): never {
    const path = this.#path
      .slice(0, this.#depth)
      .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`))
      .join('');
    throw new StreambedError(code, `${this.#subject}: at $${path}: ${what}`, { cause });
  }

  #failOnText(input: string): never {
    const hint = /^\s*[[{]/.test(input) ? ' The text looks like JSON: was it parsed?' : '';
    return this.fail('SB_ANSWER_SHAPE', `Expected an object, got a string.${hint}`);
  }
}
