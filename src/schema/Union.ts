import type { DenormalizeMember } from './Denormalize.ts';
import { nameOfShape } from './nameOfShape.ts';
import { Polymorphic } from './Polymorphic.ts';
import type {
  DenormalizeDelegate,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
} from './Schema.ts';
import type { EntityMapping, SchemaAttribute } from './SchemaAttribute.ts';

/**
 * One value of several kinds, chosen by an attribute: `new schema.Union({ link: Link, post: Post }, 'type')`. Reads give a discriminated
 * union of instances. A value that no schema is mapped for is kept as it is.
 */
export class Union<M extends EntityMapping = EntityMapping> extends Polymorphic {
  constructor(definition: M, schemaAttribute: SchemaAttribute<M>) {
    super(definition, schemaAttribute, 'Union');
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    // Only the attribute says whether an array is a tuple that stands for an entity.
    const isItem = Array.isArray(input)
      ? this.mapped(this.attributeOf(input, parent, key)) !== undefined
      : typeof input === 'object' && input !== null;
    if (!isItem) {
      return delegate.fail(
        'SB_ANSWER_SHAPE',
        `Expected an object for a union, got ${nameOfShape(input)}.`,
      );
    }
    return this.normalizeItem(input, parent, key, delegate, null);
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): DenormalizeMember<M> {
    return this.denormalizeItem(stored, delegate) as DenormalizeMember<M>;
  }

  /** The value is that of the entity. */
  memoizes(): boolean {
    return false;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    this.denormalizeItem(stored, delegate);
  }

  /** By the schema that `args[0]` names, else the first that knows the entity. */
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
