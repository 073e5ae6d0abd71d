import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { asError } from '../../shared/asError.ts';
import { type Args, copyArgs } from '../../shared/copyArgs.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { TableReader } from '../table/TableReader.ts';
import { assertSchema } from '../../data/schema/isEntity.ts';
import { nameOfShape } from '../../data/schema/nameOfShape.ts';
import { sameSchema } from '../../data/schema/resolveSchema.ts';
import { EndpointStream } from './EndpointStream.ts';
import { InertStream } from './InertStream.ts';
import { ListedStreams } from './ListedStreams.ts';
import { isKeyOf, queryKey } from './queryKey.ts';
import { QueryStream } from './QueryStream.ts';
import type { StreamContext } from './RetainedSource.ts';
import { warnReplacedFetch } from './warnReplacedFetch.ts';
import { keyAt, splitKey, WeakStreams } from './WeakStreams.ts';

const NONE: readonly never[] = [];

/** A key made of placeholder ids contains it, also if it is a URL. */
const PLACEHOLDER = 'optimistic';

/**
 * The streams of a store: one per endpoint key, one per query, and those of features. Streams that
 * are not listed are held by the program only: there is never a second stream for the same thing.
 */
export class StreamRegistry extends ListedStreams {
  /** All endpoint streams, by the key that endpoints make. */
  private readonly known: WeakStreams<EndpointStream>;
  /** All query streams, by schema and {@link queryKey}. */
  private readonly queries: WeakMap<object, WeakStreams<QueryStream>>;
  private inactive: EndpointStream | undefined;
  /** What waits for the real pks of placeholder ids. */
  private readonly awaiting: Set<() => void>;
  /** Called with each new stream of an endpoint key. */
  made: ((stream: EndpointStream) => void) | undefined;

  constructor(context: StreamContext) {
    super(context);
    this.known = new WeakStreams();
    this.queries = new WeakMap();
    this.awaiting = new Set();
    this.inactive = this.made = undefined;
  }

  /** The key of a call. Throws what the endpoint throws for its arguments. */
  keyOf(endpoint: EndpointInterface, args: Args): string {
    return this.keyFor(ownKey(endpoint, this.context.realArgs(args)), endpoint);
  }

  /**
   * The store's key for the key `own` that an endpoint made. Endpoints that share `own` but have
   * different schemas get separate keys while their streams exist.
   */
  keyFor(own: string, { schema }: Pick<EndpointInterface, 'schema'>): string {
    return this.#findKnown(own, schema)?.key ?? keyAt(own, this.known.freeNumber(own));
  }

  #findKnown(own: string, schema: unknown): EndpointStream | undefined {
    for (const ref of this.known.refs.get(own) ?? NONE) {
      const known = ref.deref();
      if (known && sameSchema(known.endpoint.schema, schema)) return known;
    }
    return undefined;
  }

  /**
   * The stream of a call. From now on it uses this endpoint and these args, unless the caller only
   * looks at it. Throws what the endpoint throws for its arguments.
   */
  stream(
    endpoint: EndpointInterface,
    given: Args,
    how: 'call' | 'look' = 'call',
    args = this.context.realArgs(given),
    own = ownKey(endpoint, args),
  ): EndpointStream {
    const known = this.#findKnown(own, endpoint.schema);
    if (known) {
      if (DEVELOPMENT && this.peek(known.key)) warnReplacedFetch(own, known.endpoint, endpoint);
      if (how === 'call') known.use(endpoint, copyArgs(args));
      return known;
    }
    const number = this.known.freeNumber(own);
    const key = number === 0 ? own : keyAt(own, number);
    const made = new EndpointStream(this.context, { key, endpoint, args: copyArgs(args) });
    for (const ref of this.known.refs.get(own) ?? NONE) {
      const other = ref.deref();
      if (!other || !sameSchema(other.endpoint.schema, endpoint.schema, true)) continue;
      const { row } = other;
      if (row.seq > made.row.seq)
        made.first = { row, epoch: this.context.commits.shown.visible.epoch };
    }
    this.known.add(own, made, number);
    if (own.includes(PLACEHOLDER)) followIds(made, (real) => made.use(made.endpoint, real));
    this.made?.(made);
    return made;
  }

  /** The stream of a write: it is retained as if its last observer had just left. */
  retain(endpoint: EndpointInterface, args: Args): EndpointStream {
    const stream = this.stream(endpoint, args);
    this.list(stream);
    stream.startGrace();
    return stream;
  }

  /** Like `stream`. `null` args, and args that make no key, have a stream that is inert. */
  read(endpoint: EndpointInterface, args: Args, how?: 'call' | 'look'): EndpointStream {
    if (args[0] === null) {
      return (this.inactive ??= new InertStream(this.context, endpoint));
    }
    try {
      const real = this.context.realArgs(args);
      const own = ownKey(endpoint, real);
      if (endpoint.sideEffect === true && how !== 'look') {
        throw new StreambedError('SB_MUTATION_READ', `${labelOf(endpoint)} is a mutation.`);
      }
      return this.stream(endpoint, args, how, real, own);
    } catch (thrown) {
      return new InertStream(this.context, endpoint, asError(thrown));
    }
  }

  /** The stream of a query. Throws `SB_KEY_UNSUPPORTED`. */
  query(schema: object, given: Args): QueryStream {
    const args = this.context.realArgs(given);
    let ofSchema = this.queries.get(schema);
    if (!ofSchema) {
      assertSchema(schema);
      this.queries.set(schema, (ofSchema = new WeakStreams<QueryStream>()));
    }
    const key = queryKey(schema, args);
    const known = ofSchema.find(key, (other) => isKeyOf(key, other.args, args));
    if (known) return known;
    const made = new QueryStream(this.context, schema, key, copyArgs(args));
    ofSchema.add(key, made);
    if (key.includes(PLACEHOLDER)) followIds(made, (real) => made.use(real));
    return made;
  }

  /** The stream of a key, listed or not. */
  at(key: string): EndpointStream | undefined {
    return this.byKey.get(key) ?? this.known.find(splitKey(key)[0], (one) => one.key === key);
  }

  /** All keys of an endpoint with a result in `table` or a listed stream, whatever the args. */
  keysOf(endpoint: EndpointInterface, table: TableReader): string[] {
    const keys = new Set<string>();
    const addMatching = (key: string): void => {
      if (!keys.has(key) && endpoint.testKey?.(splitKey(key)[0])) keys.add(key);
    };
    for (const [key] of table.results()) addMatching(key);
    for (const key of this.byKey.keys()) addMatching(key);
    return [...keys];
  }

  awaitIds(changed: () => void): void {
    this.awaiting.add(changed);
  }

  /** Called when placeholder ids may have got their real pks. */
  idsChanged(): void {
    if (this.awaiting.size === 0) return;
    const changed = [...this.awaiting];
    this.awaiting.clear();
    for (const run of changed) run();
  }

  /** Recomputes what the keys of an endpoint have inferred. */
  inferAgain(name: string): void {
    for (const refs of this.known.refs.values()) {
      for (const ref of refs) {
        const stream = ref.deref();
        if (stream?.endpoint.name === name) stream.resultChanged();
      }
    }
  }
}

/** Has a stream use the real pks of the placeholder ids in its args once they are known. */
function followIds(stream: EndpointStream | QueryStream, use: (args: Args) => void): void {
  const { context, node } = stream;
  const { args, ids } = context.requests.resolve(stream.args);
  if (ids === 'pending') context.streams.awaitIds(() => followIds(stream, use));
  if (args === stream.args) return;
  use(args);
  node?.markDirty();
  stream.changed();
}

function ownKey(endpoint: EndpointInterface, args: Args): string {
  // JavaScript, and modules that import each other, may pass anything.
  const { key } = Object(endpoint) as Partial<EndpointInterface>;
  if (typeof key !== 'function') {
    const what = nameOfShape(endpoint);
    throw new StreambedError('SB_ENDPOINT_INVALID', `Got ${what} in place of an endpoint.`);
  }
  // The cast holds: the public methods check the arguments.
  return endpoint.key(...(args as never[]));
}
