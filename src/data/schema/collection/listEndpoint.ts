import { isForJson, isPlainObject } from '../../../shared/isPlainObject.ts';
import { membersOf, ObjectSchema } from '../ObjectSchema.ts';
import type { Query } from '../query/Query.ts';
import { isEntity } from '../isEntity.ts';
import {
  changedRecord,
  optimisticMembers,
  processWritten,
  type Shown,
} from '../entity/changedRecord.ts';
import { pkOfArgument } from '../entity/usablePk.ts';
import type { ListSchema } from './ListSchema.ts';
import type { CollectionPage } from './CollectionPage.ts';
import { pageRequest } from './pages.ts';

/** The ways in which requests change a list. */
export type ListChange = 'push' | 'unshift' | 'assign' | 'remove' | 'move';

/**
 * The name of the argument that selects the page, or a function that turns the page's arguments
 * into the list's.
 */
export type PageCursor = string | ((...args: never[]) => readonly unknown[]);

/** The endpoint of a list: the members that the endpoints for its changes use. */
export interface ListOwner {
  readonly name: string;
  readonly path: string;
  readonly schema?: unknown;
  readonly movePath?: string | undefined;
  readonly optimistic?: boolean | undefined;
  readonly paginationField?: string | undefined;
  key(...args: never[]): string;
  process(value: unknown, ...args: unknown[]): unknown;
  extend(options: object): object;
}

/** The part of a Collection that its endpoints use. */
type List = Readonly<Record<ListChange, unknown>> &
  Pick<ListSchema, 'key' | 'schema' | 'identity'> & {
    readonly getPage: CollectionPage;
    paginated(cursor: PageCursor): CollectionPage;
  };

/** A Collection: it makes the endpoints that change a list. */
export interface ListMaker {
  readonly listEndpoint: typeof listEndpoint;
}

const made = new WeakMap<ListOwner, Partial<Record<ListChange | 'getPage', object | undefined>>>();

/**
 * The endpoint that changes the first list in the schema of `owner`, or adds a page to it. Always
 * the same one, except with its own `cursor`. `undefined` without a list.
 */
export function listEndpoint(
  owner: ListOwner,
  change: ListChange | 'getPage',
  cursor?: PageCursor,
): object | undefined {
  if (cursor !== undefined) return newEndpoint(owner, change, cursor);
  let known = made.get(owner);
  if (!known) made.set(owner, (known = {}));
  return (known[change] ??= newEndpoint(owner, change, owner.paginationField));
}

function newEndpoint(
  owner: ListOwner,
  change: ListChange | 'getPage',
  cursor: PageCursor | undefined,
): object | undefined {
  const name = `${owner.name}.${change}`;
  const found = listIn(owner.schema);
  if (!found) return undefined;
  const { list, put } = found;
  if (change === 'getPage') {
    // A page's response includes the members around the list; the other responses only list
    // members.
    const page = cursor === undefined ? list.getPage : list.paginated(cursor);
    // Without `argsOfList`, the cached lists decide which one gets the page.
    const pageOf = (args: readonly unknown[]): object | undefined => {
      const of = page.argsOfList?.(args);
      if (!of) return undefined;
      const { pk } = list.identity(of, undefined, undefined);
      // The cast holds: these are the list's arguments.
      const key = owner.key(...(of as never[]));
      return { kind: list.key, pk, key, schema: owner.schema, pageRequest };
    };
    return owner.extend({ name, schema: put(page), pageOf });
  }
  return owner.extend({
    name,
    schema: list[change],
    method: change === 'remove' || change === 'move' ? 'PATCH' : 'POST',
    // The list's own endpoint may be declared without a body.
    body: {},
    ...(change === 'move' && { path: owner.movePath ?? owner.path }),
    process: processWritten(owner, (...args) => writtenMembers(list, change, args)),
    ...(owner.optimistic && { getOptimisticResponse: optimisticChange(list, change) }),
  });
}

/** A collection in a schema. */
interface FoundList {
  readonly list: List;
  /** The names of the members that lead to it. */
  readonly path: readonly string[];
  /** Makes the same schema with another one instead of the collection. */
  readonly put: (part: unknown) => unknown;
}

/**
 * The first collection in a schema: the schema itself, a member of objects, or in a Query of those.
 * `undefined` without one.
 */
export function listIn(schema: unknown, seen = new Set<unknown>()): FoundList | undefined {
  // Objects may be members of themselves.
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return undefined;
  seen.add(schema);
  const members = membersOf(schema);
  if (isPlainObject(members)) {
    for (const [name, member] of Object.entries(members)) {
      const found = listIn(member, seen);
      if (!found) continue;
      const put = (part: unknown): unknown => {
        const replaced = { ...members, [name]: found.put(part) };
        return members === schema ? replaced : new ObjectSchema(replaced);
      };
      return { list: found.list, path: [name, ...found.path], put };
    }
    return undefined;
  }
  // Other schemas are recognized by their members: imports would put them into every bundle with a
  // Collection. The casts hold: no others have these members.
  if ('listEndpoint' in schema) return { list: schema as never, path: [], put: (part) => part };
  if (!('of' in schema && 'process' in schema)) return undefined;
  const query = schema as Query;
  const found = listIn(query.schema, seen);
  return found && { ...found, put: (part) => query.of(found.put(part)) };
}

/**
 * Predicts the response when members of a list are added, removed or moved: the members as given.
 * `throw shown.abort` predicts nothing.
 */
function optimisticChange({ schema }: List, change: ListChange) {
  if (change !== 'move') return given;
  const entity = Array.isArray(schema) ? (schema[0] as unknown) : undefined;
  return isEntity(entity)
    ? optimisticMembers(entity).partialUpdate.getOptimisticResponse
    : (shown: Shown): never => {
        throw shown.abort;
      };
}

function given(shown: Shown, ...args: readonly unknown[]): object {
  const sent = sentMembers(args);
  if (!sent) throw shown.abort;
  return sent;
}

/** What the body of a request says; `undefined` for forms, files and the like. */
function sentMembers(args: readonly unknown[]): object | undefined {
  const body = args.length > 1 ? args[1] : args[0];
  return typeof body === 'object' && body !== null && isForJson(body) ? body : undefined;
}

/** The members that a request has added or moved as sent; `undefined` if it does not name each. */
function writtenMembers({ schema }: List, change: ListChange, args: readonly unknown[]): unknown {
  const entity = Array.isArray(schema) ? (schema[0] as unknown) : undefined;
  // The arguments of a removal name its members.
  if (!isEntity(entity) || change === 'remove') return undefined;
  if (change === 'move') return changedRecord(entity, args[0], args[1]);
  const sent = sentMembers(args);
  const isNamed = (member: unknown): boolean => pkOfArgument(entity, member, args) !== undefined;
  return (Array.isArray(sent) ? sent : [sent]).every(isNamed) ? sent : undefined;
}
