import type { DenormalizeMember } from './Denormalize.ts';
import { failOnShape } from './nameOfShape.ts';
import { type EntityMapping, Polymorphic, type SchemaAttribute } from './Polymorphic.ts';
import type {
  DenormalizeDelegate,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
} from './Schema.ts';

/**
 * One value of several entity classes, chosen by an attribute:
 * `new schema.Union({ link: Link, post: Post }, 'type')`. Reads return a discriminated union of
 * instances. An unmapped value is kept unchanged.
 */
export class Union<M extends EntityMapping = EntityMapping> extends Polymorphic {
  constructor(definition: M, schemaAttribute: SchemaAttribute<M>) {
    super(definition, schemaAttribute, 'Union');
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown {
    // Only the attribute tells whether an array is a tuple of an entity.
    const isItem = Array.isArray(input)
      ? this.mapped(this.attributeOf(input, parent, key)) !== undefined
      : typeof input === 'object' && input !== null;
    if (!isItem) return failOnShape(delegate, 'an object for a union', input);
    return this.normalizeItem(input, parent, key, delegate, null);
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): DenormalizeMember<M> {
    return this.denormalizeItem(stored, delegate) as DenormalizeMember<M>;
  }

  /** The entity memoizes the value. */
  memoizes(): boolean {
    return false;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    this.denormalizeItem(stored, delegate);
  }

  /** Looks up the schema that `args[0]` names, else the first schema that knows the entity. */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    const named = this.attributeAlone(args[0]);
    const candidates =
      this.mapped(named) === undefined ? Object.keys(this.schema as object) : [String(named)];
    for (const schema of candidates) {
      const id = delegate.queryKey(this.mapped(schema), args);
      if (id !== undefined) return { id, schema };
    }
    return undefined;
  }
}
