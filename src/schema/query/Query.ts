import { StreambedError } from '../../shared/StreambedError.ts';
import type { DenormalizeNullable } from '../DenormalizeNullable.ts';
import { queryMemo } from './queryMemo.ts';
import type { DenormalizeDelegate, MarkDelegate, QueryDelegate, Schema } from '../Schema.ts';
import { Wrapper } from './Wrapper.ts';

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
  readonly process: (value: QueryInput<S>, ...args: A) => R;

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
