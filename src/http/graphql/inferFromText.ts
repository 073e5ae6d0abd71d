import { membersOf } from '../../data/schema/ObjectSchema.ts';
import type { EntityClass, QueryDelegate } from '../../data/schema/Schema.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import { pkOfArgument } from '../../data/schema/entity/usablePk.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';

type NamedValues = Readonly<Record<string, unknown>>;

const COMMENTS = /#[^\n\r]*/g;

/** The start of a query, with its name and the declarations of its variables. */
const START = /^[\s,]*(?:query\b[\s,]*\w*[\s,]*(?:\([^()]*\))?)?[\s,]*\{/;

/**
 * `alias: field(argument: value) { name name }`: one argument, and members without aliases,
 * arguments, directives and members of their own.
 */
const FIELD =
  /[\s,]*(?:(\w+)[\s,]*:[\s,]*)?(\w+)[\s,]*\([\s,]*(\w+)[\s,]*:[\s,]*(?:\$(\w+)|"([^"\\\n\r]*)"|(-?\d+))[\s,]*\)[\s,]*\{([\w\s,]+)\}/y;

const END = /[\s,]*\}[\s,]*$/y;

/**
 * Infers the result of a query, if its text says that each root field is an entity by its primary
 * key, and the table has all selected members; else returns `undefined`. A text with anything else
 * in it (fragments, directives, lists, nested selections, other arguments) is fetched.
 */
export function inferFromText(
  text: string,
  variables: NamedValues,
  schema: unknown,
  delegate: QueryDelegate,
): unknown {
  const members = membersOf(schema);
  const query = text.replace(COMMENTS, '');
  const start = START.exec(query);
  if (!start || !isPlainObject(members)) return undefined;
  const inferred: Record<string, unknown> = {};
  let at = start[0].length;
  do {
    FIELD.lastIndex = at;
    const found = FIELD.exec(query);
    if (!found) return undefined;
    const [, alias, field, argument, variable, literal, number, selection] = found;
    const name = alias ?? field;
    const value = variable === undefined ? (literal ?? number) : variables[variable];
    const entity = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!isEntity(entity) || field.toLowerCase() !== entity.key.toLowerCase()) return undefined;
    inferred[name] = knownPk(entity, argument, value, selection.match(/\w+/g) ?? [], delegate);
    if (inferred[name] === undefined) return undefined;
    END.lastIndex = at = FIELD.lastIndex;
  } while (!END.test(query));
  return inferred;
}

/**
 * The primary key that the argument alone makes, if the table has all selected members of the
 * entity.
 */
function knownPk(
  entity: EntityClass,
  argument: string,
  value: unknown,
  selected: readonly string[],
  delegate: QueryDelegate,
): string | undefined {
  const args = [{ [argument]: value }];
  const pk = pkOfArgument(entity, args[0], args);
  // A key that is made of more than the argument, or of something else, names another entity.
  if (pk === undefined || pk !== pkOfArgument(entity, value, args)) return undefined;
  if (entity.queryKey(args, delegate) !== pk) return undefined;
  const record = delegate.getEntity(entity.key, pk) as NamedValues | undefined;
  const isKnown = (member: string): boolean =>
    Object.hasOwn(record!, member) && record![member] !== undefined && !isNested(entity, member);
  return record && selected.every(isKnown) ? pk : undefined;
}

/** Whether a member is stored in another form than in the response. Functions only convert it. */
function isNested({ schema }: EntityClass, member: string): boolean {
  if (!Object.hasOwn(schema, member)) return false;
  return isEntity(schema[member]) || typeof schema[member] !== 'function';
}
