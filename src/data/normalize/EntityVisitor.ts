import { Entity } from '../schema/Entity.ts';
import { warnOfData, warnOfStrayMembers } from '../schema/declarationWarnings.ts';
import { entityPlan, type EntityPlan } from '../schema/entity/entityPlan.ts';
import { mergeRecords } from '../schema/entity/mergeRecords.ts';
import { failOnShape, nameOfShape } from '../schema/nameOfShape.ts';
import type { EntityClass, NormalizeDelegate } from '../schema/Schema.ts';
import { isInput, type PlanSource, sharedPlan } from '../schema/entity/sharedPlan.ts';
import { usablePk } from '../schema/entity/usablePk.ts';
import { copyMembers } from '../../shared/copyMembers.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import type { Segment } from './walkPath.ts';

/**
 * From this depth on, a walk remembers its entities, so that cyclic object graphs end. JSON has no
 * cycles, and few responses are that deep.
 */
export const REMEMBER_BELOW = 16;

type Members = Readonly<Record<string, unknown>>;

/** Makes the primary key of an entity that has none yet, and completes its record. */
export type NewPk = (
  visitor: Pick<EntityVisitor, 'schema' | 'makesPk'>,
  record: Record<string, unknown>,
) => string;

/** The walk over one response, as its visitors see it. */
export interface EntityWalk extends NormalizeDelegate {
  /** The current path: valid up to `depth`. */
  readonly path: Segment[];
  depth: number;
  /** Where the classes with one key share what they nest. */
  readonly lineage: PlanSource;
  /** The number of rows that the walk has changed, not counting new meta. */
  written: number;
  /** Only optimistic responses have it. */
  readonly newPk: NewPk | undefined;
  /** The visitor of a schema that is an entity class without its own `normalize`. */
  visitorOf(schema: unknown): EntityVisitor | undefined;
  /** Normalizes a member of an entity. The schemas in it get `owner`. */
  visitMember(owner: object, schema: unknown, value: unknown, key: string): unknown;
  /** The inputs of the entities that it remembers. */
  readonly entered: object | undefined;
  /** True if the walk has already made the entity of this very input. */
  isRepeat(schema: EntityClass, pk: string, input: object): boolean;
}

/**
 * Normalizes the objects of one entity class in one walk. A subclass reads and writes the rows. The
 * fields are declared, not defined: a first load has one function less to compile.
 */
export abstract class EntityVisitor<W extends EntityWalk = EntityWalk> {
  readonly schema: EntityClass;
  readonly walk: W;
  /**
   * Whether the class has its own `process`, `pk` or `validate`. Checked for each response, because
   * tests replace methods.
   */
  readonly processes: boolean;
  readonly makesPk: boolean;
  readonly validates: boolean;
  readonly plan: EntityPlan;
  /**
   * The visitors of nested members, by their index in the plan; null for members that are no
   * entities. Filled when the response brings an object for the member.
   */
  readonly members: (EntityVisitor | null | undefined)[];
  /** The slot of the row that {@link find} looked for; -1 if it is unknown. */
  slot: number;
  /** Whether this walk has already written the row that {@link find} looked for. */
  isWritten: boolean;

  constructor(schema: EntityClass, walk: W) {
    this.schema = schema;
    this.walk = walk;
    this.processes = schema.process !== Entity.process;
    this.makesPk = schema.pk !== Entity.pk || schema.prototype.pk !== Entity.prototype.pk;
    this.validates = schema.validate !== Entity.validate;
    this.plan = sharedPlan(walk.lineage, schema);
    this.members = [];
    this.slot = -1;
    this.isWritten = false;
  }

  /**
   * Looks for a row. Returns its record if an object of the response can be merged into it directly:
   * an object without differences then leaves it unchanged. `undefined`: a full record is needed.
   */
  abstract find(pk: string): object | undefined;

  /**
   * Writes a record, or merges it with the one in the slot. `merged`: the result of {@link find}, if
   * the record was already merged with it.
   */
  abstract write(pk: string, slot: number, record: object, merged?: object): void;

  /** Normalizes one object and the entities nested in it. Returns the primary key. */
  visit(input: unknown, parent: unknown, key: string | undefined): string {
    const { schema, walk, processes, makesPk, plan } = this;
    // `process` may turn a tuple into an object.
    if (typeof input !== 'object' || input === null || (!processes && Array.isArray(input))) {
      return failOnShape(walk, `an object for entity ${plan.key}`, input);
    }
    const processed = processes ? this.#process(plan, input, parent, key) : input;
    let source = (processed ?? input) as Members;
    const id = makesPk ? schema.pk(source, parent, key, walk.args) : source['id'];
    const isGiven = typeof id === 'string' && id !== '' && !makesPk && !processes;
    let pk = isGiven ? id : usablePk(id, input);
    if (pk === undefined) {
      const record = { ...source };
      pk = walk.newPk?.(this, record) ?? this.#failOnPk(plan, source);
      source = record;
    }
    const mayRepeat = walk.depth > REMEMBER_BELOW || walk.entered;
    if (processed === undefined) walk.invalidate(schema, pk, input);
    else if (!mayRepeat || !walk.isRepeat(schema, pk, input)) this.#add(plan, pk, source);
    return pk;
  }

  /**
   * Adds the record of one object to the entities; members with a schema in their stored form. If
   * the entity is known and these members are unchanged, the others are merged into the known record
   * directly. Most responses to a refetch bring nothing else, so nothing is copied.
   */
  #add(plan: EntityPlan, pk: string, source: Members): void {
    if (DEVELOPMENT) {
      const own = entityPlan(this.schema);
      warnOfStrayMembers(own, source, this.walk.lineage.plans.fields?.get(own.key));
      warnOfData(this.schema, own, source);
    }
    const { key, written: nested, storedMembers } = plan;
    const { schema: entity, walk, members } = this;
    const { depth, written } = walk;
    const before = this.find(pk) as Members | undefined;
    let { slot, isWritten } = this;
    // `process` may return its input, and nested schemas see their parent as the response contains
    // it.
    let record = before ? undefined : copyMembers(source);
    for (let i = 0; i < nested.length; i++) {
      const { name, schema, deserializes, isForeign, owned } = nested[i];
      const value = source[name];
      if (deserializes || value === undefined || !Object.hasOwn(source, name)) continue;
      let visitor: EntityVisitor | null | undefined;
      if (typeof value === 'object' && value !== null && !owned && depth < REMEMBER_BELOW) {
        if (members[i] === undefined) members[i] = walk.visitorOf(schema) ?? null;
        visitor = members[i];
      }
      let stored: unknown;
      if (isForeign && !owned && !isInput(schema, value)) {
        // An instance of the class has the member as it is stored.
        stored = value;
      } else if (visitor) {
        // What `visitMember` does, without its calls.
        walk.path[depth] = name;
        walk.depth = depth + 1;
        stored = visitor.visit(value, source, name);
        walk.depth = depth;
      } else if (owned) {
        stored = owned.normalizeMember(
          value,
          { entity, pk, name, known: before?.[name], isForeign },
          walk,
        );
      } else {
        stored = walk.visitMember(source, schema, value, name);
      }
      if (!record && stored !== before![name]) record = copyWithKnown(source, before!, nested, i);
      if (record) record[name] = stored;
    }
    if (walk.written !== written) {
      // A nested member may have written the same entity.
      const isSame = this.find(pk) === before;
      ({ slot, isWritten } = this);
      if (!record && !isSame) record = copyWithKnown(source, before!, nested, nested.length);
    }
    if (!record) {
      const merged = mergeRecords(before!, source, storedMembers);
      if (merged !== before || !isWritten) this.write(pk, slot, merged, before);
      return;
    }
    const reason = this.validates ? entity.validate(record) : undefined;
    if (reason !== undefined) walk.fail('SB_ENTITY_INVALID', `${key} ${pk}: ${reason}.`);
    this.write(pk, slot, record);
  }

  /** What the `process` of the class returns; `undefined` removes the entity. */
  #process(
    { key: entityKey }: EntityPlan,
    input: object,
    parent: unknown,
    key: string | undefined,
  ): object | undefined {
    const { schema, walk } = this;
    const processed: unknown = schema.process(input, parent, key, walk.args);
    const isObject = typeof processed === 'object' && processed !== null;
    if (processed === undefined || (isObject && !Array.isArray(processed))) return processed;
    const what = `process() of ${entityKey} returned ${nameOfShape(processed)}, not an object.`;
    return walk.fail('SB_ANSWER_SHAPE', what);
  }

  #failOnPk({ key }: EntityPlan, source: object): never {
    const members = Object.keys(source).slice(0, 10).join(', ') || 'none';
    let fix = '';
    if (DEVELOPMENT && !this.makesPk) {
      const inner = Object.entries(source).find(([, value]) => usablePk(Object(value).id));
      if (inner) fix = ` If it is its member "${inner[0]}", write { ${inner[0]}: ${key} }.`;
    }
    const what = `${key} has no usable primary key (members: ${members}).${fix}`;
    return this.walk.fail('SB_PK_MISSING', what);
  }
}

/** A copy of an object; the first `count` members with a schema have their known stored form. */
function copyWithKnown(
  source: object,
  known: Members,
  nested: EntityPlan['nested'],
  count: number,
): Record<string, unknown> {
  const record = copyMembers(source);
  for (let i = 0; i < count; i++) {
    const { name, deserializes } = nested[i];
    const isGiven = !deserializes && record[name] !== undefined && Object.hasOwn(record, name);
    if (isGiven) record[name] = known[name];
  }
  return record;
}
