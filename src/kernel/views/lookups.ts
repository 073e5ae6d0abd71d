import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { pkOfQuery } from '../../data/schema/Entity.ts';
import { membersOf } from '../../data/schema/ObjectSchema.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { isData, isPlainObject } from '../../shared/isPlainObject.ts';
import { shareStructure } from '../../shared/shareStructure.ts';

/** What decides whether the args of a call name the entity of its response. */
export type LookupEndpoint = Pick<EndpointInterface, 'lookup' | 'name' | 'parentArgs'>;

/**
 * What responses have shown, by endpoint name. True: the args name the entity of the response;
 * false: they name another one, as in `/users/:id/manager`.
 */
export type Lookups = Map<string, boolean>;

/**
 * Whether the args of a call name what was `found` with them; `undefined` if neither the endpoint
 * nor a response has said so. `find`: what other args find. Default: the primary key they name.
 */
export function isNamed(
  lookups: Lookups,
  endpoint: LookupEndpoint & Pick<EndpointInterface, 'schema'>,
  args: Args,
  found: unknown,
  find = (other: Args): unknown => pkOfQuery(endpoint.schema, other),
): boolean | undefined {
  const { lookup, name } = endpoint;
  const shown = lookups.get(name);
  if (shown === false || lookup !== undefined) return shown ?? lookup;
  const parent = endpoint.parentArgs?.(args);
  if (!parent) return shown;
  const ofParent = find(parent);
  // Found without the last part of the path, it is the parent of the response.
  return ofParent === undefined || shareStructure(found, ofParent) !== found;
}

/**
 * Whether a result has the entities that its args had found; `undefined` if these found none. Both
 * are in normalized form.
 */
export function agrees(schema: unknown, found: unknown, result: unknown): boolean | undefined {
  const { schema: inner = schema, schemaAttribute } = Object(schema) as SchemaMembers;
  // An entity that the server does not have is no other one.
  if ((result ?? undefined) === undefined) return undefined;
  if (typeof found === 'string') {
    return isEntity(schema) || isEntity(inner) ? found === result : undefined;
  }
  if (!isData(found) || !isData(result)) return undefined;
  // The casts hold: members that are not there read as undefined.
  const [members, some, others] = [inner, found, result] as Members[];
  if (schemaAttribute) return some['id'] === undefined ? undefined : some['id'] === others['id'];
  let agree: boolean | undefined;
  for (const name of Object.keys(found)) {
    const one = agrees(members[name], some[name], others[name]);
    if (one === false) return false;
    agree ??= one;
  }
  return agree;
}

/** Whether a result in normalized form has `null` in place of an entity. */
export const lacksEntity = (schema: unknown, result: unknown): boolean =>
  filled(schema, result, () => true) !== result;

/** A result in normalized form in which `find` has looked up the entities that are `null`. */
export function filled(
  schema: unknown,
  result: unknown,
  find: (schema: unknown) => unknown,
): unknown {
  const { schemaAttribute } = Object(schema) as SchemaMembers;
  if (result === null) return isEntity(schema) || schemaAttribute ? (find(schema) ?? null) : null;
  const members = membersOf(schema);
  if (!isPlainObject(result) || !isPlainObject(members)) return result;
  let all = result;
  for (const [name, member] of Object.entries(members)) {
    const value = filled(member, result[name], find);
    if (value !== result[name]) all = { ...all, [name]: value };
  }
  return all;
}

interface SchemaMembers {
  readonly schema?: unknown;
  readonly schemaAttribute?: unknown;
}

type Members = Readonly<Record<string, unknown>>;
