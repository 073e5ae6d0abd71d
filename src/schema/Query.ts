import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { DenormalizeNullable } from './Denormalize.ts';
import { QueryMemo } from './QueryMemo.ts';
import type { DenormalizeDelegate, MarkDelegate, QueryDelegate, Schema } from './Schema.ts';
import { Wrapper } from './Wrapper.ts';

/** What a Query computes from: of an object, each member may be missing; the value itself is there. */
export type QueryInput<S> = NonNullable<DenormalizeNullable<S>>;

/**
 * What a function makes of the value of another schema: `new schema.Query(new schema.All(User), users => users.length)`,
 * `new schema.Query(getTodos, (todos, { userId }: { userId: string }) => todos.filter(todo => todo.userId === userId))`.
 *
 * - The function is given the value and the arguments of the reader. It runs only when one of them has changed; until then the result keeps
 *   its reference. So it has to be pure, and must not change what it is given.
 * - Without a value – nothing in the cache, or removed – it does not run, and the result is `undefined`.
 * - What it throws fails those who read it, until the value changes; nobody else notices.
 * - As the schema of an answer, the answer is that of the inner schema.
 *
 * Throws `SB_SCHEMA_INVALID` for anything but a schema and a function.
 */
export class Query<
  S = unknown,
  A extends readonly unknown[] = readonly unknown[],
  R = unknown,
> extends Wrapper<S> {
  readonly wraps = 'query';
  /** The function that makes the result. */
  readonly process: (value: QueryInput<S>, ...args: A) => R;

  constructor(schema: S & Schema, process: (value: QueryInput<S>, ...args: A) => R) {
    super(schema);
    const isSchema = (typeof schema === 'object' && schema !== null) || 'pk' in Object(schema);
    if (!isSchema || typeof process !== 'function') {
      throw new StreambedError(SB_SCHEMA_INVALID, 'schema.Query takes a schema and a function.');
    }
    this.process = process;
  }

  /** @internal The same function of a schema that reads the same. */
  of<T>(schema: T): Query<T, A, R> {
    // The casts hold: both schemas give the function the same values.
    return new Query(schema as T & Schema, this.process as never);
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): R {
    // The casts hold: the value is what the schema reads, the arguments are those of the types of the call.
    const create = (args: readonly unknown[]): QueryMemo =>
      new QueryMemo(this.schema, stored, (value) =>
        this.process(value as QueryInput<S>, ...(args as A)),
      );
    return delegate.memo(this, stored, create) as R;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.schema, stored);
  }

  /** As the inner schema. Of an object, the function is given what is known. */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    const { lacksMember } = delegate;
    const stored = delegate.queryKey(this.schema, args);
    delegate.lacksMember = lacksMember;
    return stored;
  }
}
