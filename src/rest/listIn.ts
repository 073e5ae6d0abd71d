import { ObjectSchema } from '../schema/ObjectSchema.ts';
import type { OptimisticSnapshot } from '../endpoint/OptimisticSnapshot.ts';
import type { CollectionPage } from '../schema/CollectionPage.ts';
import type { ListChange } from '../schema/ListChange.ts';
import type { Query } from '../schema/Query.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import type { PageCursor } from './PageCursor.ts';

/** What {@link listIn} looks for: `schema.Collection`, known by its members, so that endpoints without one do not carry it along. */
type ListSchema = Readonly<Record<ListChange, unknown>> & {
  readonly getPage: PageSchema;
  paginated(cursor: PageCursor): PageSchema;
  optimisticAnswer(change: ListChange): OptimisticAnswer;
};

type PageSchema = Pick<CollectionPage, 'listOf'>;

type OptimisticAnswer = (snapshot: OptimisticSnapshot, ...args: readonly unknown[]) => unknown;

/** A collection in a schema. */
interface FoundList {
  readonly list: ListSchema;
  /** The schema with something else in the place of the collection. */
  readonly put: (part: unknown) => unknown;
}

/** The first collection in a schema: itself, a member of objects, in a Query of those; `undefined` without one. */
export function listIn(schema: unknown, seen = new Set<unknown>()): FoundList | undefined {
  if (isList(schema)) return { list: schema, put: (part) => part };
  // Objects may be members of themselves.
  if (seen.has(schema)) return undefined;
  seen.add(schema);
  if (isQuery(schema)) {
    const found = listIn(schema.schema, seen);
    return found && { list: found.list, put: (part) => schema.of(found.put(part)) };
  }
  const isObject = schema instanceof ObjectSchema;
  const members: unknown = isObject ? schema.schema : schema;
  if (!isPlainObject(members)) return undefined;
  for (const [name, member] of Object.entries(members)) {
    const found = listIn(member, seen);
    if (!found) continue;
    const put = (part: unknown): unknown => {
      const replaced = { ...members, [name]: found.put(part) };
      return isObject ? new ObjectSchema(replaced) : replaced;
    };
    return { list: found.list, put };
  }
  return undefined;
}

/** Likewise. */
function isQuery(schema: unknown): schema is Query {
  return (schema as Query | null | undefined)?.wraps === 'query';
}

function isList(schema: unknown): schema is ListSchema {
  return typeof schema === 'object' && schema !== null && 'paginated' in schema;
}
