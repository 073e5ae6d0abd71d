import { copyMembers } from '../../shared/copyMembers.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import type { DenormalizeObject } from './Denormalize.ts';
import { warnOfNoSchema } from './declarationWarnings.ts';
import { INVALID } from './INVALID.ts';
import { failOnShape } from './nameOfShape.ts';
import type {
  DenormalizeDelegate,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
} from './Schema.ts';

/**
 * An object with known members (`new schema.Object({ … })`, shorthand `{ … }`). Members with a
 * schema are normalized, all others are kept unchanged. Values that are not schemas
 * (`nextPage: ''`, `tags: [] as string[]`) give the type, and the default when the object is
 * inferred.
 */
export class ObjectSchema<M extends object = Record<string, unknown>> {
  /** @internal */
  readonly kind: 'Object';
  /** Members and their schemas. */
  readonly schema: M;
  /** The delegate of the look-up that is running. */
  #running: QueryDelegate | undefined;

  constructor(definition: M) {
    this.kind = 'Object';
    this.schema = definition;
  }

  /**
   * Merges `definition` into the one given to the constructor. Use it for schemas that refer to
   * each other.
   */
  define(definition: object): void {
    Object.assign(this.schema, definition);
  }

  normalize(
    input: unknown,
    _parent: unknown,
    _key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    if (!isPlainObject(input)) {
      const members = Object.keys(this.schema).join(', ');
      return failOnShape(delegate, `an object with ${members}`, input);
    }
    const stored = copyMembers(input);
    for (const [name, schema] of Object.entries(this.schema)) {
      if (DEVELOPMENT) warnOfNoSchema('An object schema', name, schema, input[name]);
      if (!isSchema(schema) || !Object.hasOwn(input, name)) continue;
      const value = delegate.visit(schema, input[name], input, name);
      if (value === undefined) delete stored[name];
      else stored[name] = value;
    }
    return stored;
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): DenormalizeObject<M> {
    // The casts hold: `normalize` stored what is read here.
    if (!isPlainObject(stored)) return stored as never;
    const value: Record<string, unknown> = { ...stored };
    for (const [name, schema] of Object.entries(this.schema)) {
      if (!isSchema(schema) || !Object.hasOwn(stored, name)) continue;
      const member = delegate.unvisit(schema, stored[name]);
      if (member === INVALID) return INVALID as never;
      value[name] = member;
    }
    return value as DenormalizeObject<M>;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    this.denormalize(stored, delegate);
  }

  /**
   * Looks up each member. `undefined` if no member is found. If only some are found, the object is
   * incomplete: literals are defaults, and it lacks other members. An object nested in itself is not
   * found.
   */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    const outer = this.#running;
    if (outer === delegate) return undefined;
    this.#running = delegate;
    const inferred: Record<string, unknown> = {};
    let isKnown = false;
    try {
      for (const [name, schema] of Object.entries(this.schema)) {
        const member = isSchema(schema) ? delegate.queryKey(schema, args) : undefined;
        isKnown ||= member !== undefined;
        inferred[name] = member ?? defaultOf(schema);
        if (member !== undefined) continue;
        // A default is no data of the server.
        delegate.markIncomplete();
        if (isSchema(schema) && inferred[name] === undefined) delegate.lacksMember = true;
      }
      return isKnown ? inferred : undefined;
    } finally {
      this.#running = outer;
    }
  }
}

/**
 * A literal itself; of an object of nothing but literals, at any depth, their members:
 * `{ total: 0 }` → `{ total: 0 }`. `undefined` for other schemas.
 */
function defaultOf(schema: unknown, outer: readonly unknown[] = []): unknown {
  if (!isSchema(schema)) return schema;
  const members = membersOf(schema);
  if (!isPlainObject(members) || outer.includes(members)) return undefined;
  const literals: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    literals[name] = defaultOf(member, [...outer, members]);
    if (literals[name] === undefined && isSchema(member)) return undefined;
  }
  return literals;
}

/** The members of an object schema, whichever copy of the package made it; else the value itself. */
export function membersOf(schema: unknown): unknown {
  const { kind, normalize, schema: members } = Object(schema) as Partial<ObjectSchema>;
  return kind === 'Object' && normalize ? members : schema;
}

/** Schemas are functions and objects. Strings, numbers, empty arrays and the like are hints. */
function isSchema(member: unknown): boolean {
  const isHint = Array.isArray(member) && member.length === 0;
  return typeof member === 'function' || (typeof member === 'object' && member !== null && !isHint);
}
