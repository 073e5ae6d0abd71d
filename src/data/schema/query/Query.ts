import { DEVELOPMENT } from '../../../shared/development.ts';
import { isData } from '../../../shared/isPlainObject.ts';
import { isTooDeep } from '../../../shared/isStackOverflow.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import { INVALID } from '../INVALID.ts';
import type { Memo, DenormalizeDelegate, MarkDelegate, QueryDelegate, Schema } from '../Schema.ts';
import type { DenormalizeNullable } from '../DenormalizeNullable.ts';
import { Wrapper } from '../Wrapper.ts';

/**
 * The input of a Query's function. The value itself is present; of an object, each member may be
 * missing.
 */
type QueryInput<S> = NonNullable<DenormalizeNullable<S>>;

/**
 * Computes a value from that of another schema:
 * `new schema.Query(new schema.All(User), users => users.length)`, `new schema.Query(getTodos,
 * (todos, { userId }: { userId: string }) => todos.filter(todo => todo.userId === userId))`.
 *
 * - The function gets the value and the reader's arguments. It runs only if one of them has
 *   changed; until then the result keeps its reference. It has to be pure and must not change its
 *   arguments.
 * - Without a value (missing or removed), the function does not run and the result is `undefined`.
 * - If the function throws, reads of this query fail until the value changes. Other reads are not
 *   affected.
 * - As a response schema, it normalizes the response with the inner schema.
 *
 * Throws `SB_SCHEMA_INVALID` for anything but a schema and a function.
 */
export class Query<
  S = unknown,
  A extends readonly unknown[] = readonly unknown[],
  R = unknown,
> extends Wrapper<S> {
  readonly wraps = 'query';
  /** The function gets all arguments. */
  readonly readsArgs = true;
  /** Computes the result. */
  override readonly process: (value: QueryInput<S>, ...args: A) => R;

  constructor(schema: S & Schema, process: (value: QueryInput<S>, ...args: A) => R) {
    super(schema);
    const isSchema = (typeof schema === 'object' && schema !== null) || 'pk' in Object(schema);
    if (!isSchema || typeof process !== 'function') {
      throw new StreambedError('SB_SCHEMA_INVALID', 'schema.Query takes a schema and a function.');
    }
    this.process = process;
  }

  /** @internal A Query with the same function, for a schema that reads the same values. */
  of<T>(schema: T): Query<T, A, R> {
    // The casts hold: both schemas give the function the same values.
    return new Query(schema as T & Schema, this.process as never);
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): R {
    // The casts hold: the schema reads the value, and the call's types give the arguments.
    return delegate.memo(this, stored, (args) =>
      queryMemo(this.schema, stored, (value) =>
        this.process(value as QueryInput<S>, ...(args as A)),
      ),
    ) as R;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.schema, stored);
  }

  /** As the inner schema. The function gets the members of an object that are known. */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    const { lacksMember } = delegate;
    const stored = delegate.queryKey(this.schema, args);
    delegate.lacksMember = lacksMember;
    return stored;
  }
}

/** What the function of a query made of its last input. */
interface Outcome {
  readonly input: unknown;
  readonly result?: unknown;
  readonly thrown?: { readonly error: unknown };
}

/**
 * The result of a Query's function for one stored form. The function runs again when its input
 * changes.
 */
function queryMemo(schema: unknown, stored: unknown, run: (value: unknown) => unknown): Memo {
  let last: Outcome | undefined;
  return {
    make: (delegate) => {
      const input = delegate.unvisit(schema, stored);
      if (input === undefined || input === INVALID) {
        last = undefined;
        return input;
      }
      if (delegate.isUnfinished?.(input)) throw cycle('reads a list that it is a part of');
      if (!last || !Object.is(input, last.input)) {
        // Released before the function runs, which may fail.
        last = undefined;
        last = outcomeOf(input, run);
      }
      if (last.thrown) throw last.thrown.error;
      return last.result;
    },
    provisional: () => {
      throw cycle('needs its own result');
    },
  };
}

function outcomeOf(input: unknown, run: (value: unknown) => unknown): Outcome {
  try {
    const result = run(input);
    return { input, result: DEVELOPMENT && isData(result) ? Object.freeze(result) : result };
  } catch (error) {
    // With more stack left, the same input may succeed.
    if (isTooDeep(error)) throw error;
    return { input, thrown: { error } };
  }
}

function cycle(how: string): StreambedError {
  return new StreambedError('SB_CYCLE', `The function of a schema.Query ${how}.`);
}
