import type { ListStep } from '../../../data/schema/collection/listReasons.ts';
import type { Explanation } from '../../inspect/explain.ts';
import type { Inspector } from '../../inspect/Inspector.ts';
import { listStepsOf } from '../../inspect/listStepsOf.ts';
import type { CommitRecord, Origin, Recording } from '../../inspect/Recording.ts';
import type {
  ContainerReport,
  EntityReport,
  KeyReport,
  LayerReport,
} from '../../inspect/reports.ts';
import type { Route } from '../session/Route.ts';
import { titleOf } from './candidates.ts';

/** A commit that brought rows, and how many of them. */
export interface RowsOrigin extends Origin {
  readonly rows: readonly EntityReport[];
}

/** A list that the entity left or joined, and the commit. */
export interface EntityStep {
  readonly commit: CommitRecord;
  readonly step: ListStep;
}

/** Why a value is shown. */
export interface Reasons {
  readonly title: string;
  /** What is explained: an object that observers have, or the record of an entity. */
  readonly value: unknown;
  /** The keys whose data contains it. */
  readonly keys: readonly KeyReport[];
  /** The queries whose value contains it, by name. */
  readonly queries: readonly string[];
  /** Entities that contain it. */
  readonly containers: readonly Extract<ContainerReport, { readonly type: 'entity' }>[];
  /** The entities that it was made of, at most 1,000. */
  readonly rows: readonly EntityReport[];
  readonly rowCount: number;
  /** Where the first rows come from, as far as it is recorded. */
  readonly origins: readonly RowsOrigin[];
  /** How many of the first rows come from commits that are not recorded. */
  readonly unknownOrigins: number;
  /** Of an entity: the lists that it left and joined in recorded commits, the latest step of each first. */
  readonly steps: readonly EntityStep[];
  /** The layers that predict some of the rows. */
  readonly layers: readonly LayerReport[];
}

/** The origins of so many rows are searched for: each search reads the recorded commits. */
const MAX_ORIGINS = 20;

/** The steps of an entity are searched for until so many are found. */
const MAX_STEPS = 20;

/** Why the value, the entity or the data of the key is shown; `undefined`: the store does not have it. */
export function reasonsOf(
  { entity, key, value }: Route,
  inspector: Inspector,
  recording: Recording,
): Reasons | undefined {
  const data = value === undefined && key !== undefined ? inspector.key(key)?.state.data : value;
  const explanation = data === undefined ? undefined : inspector.explain(data);
  if (explanation) {
    const [row] = explanation.rows;
    const containers = explanation.type === 'entity' && row ? containersOf(row, inspector) : [];
    const one = explanation.type === 'entity' ? row : undefined;
    return reasons(titleOf(data, explanation, inspector), data, explanation, containers, one);
  }
  const report = entity && inspector.entity(entity.entityKey, entity.pk);
  if (report) {
    const keys = inspector
      .containersOf(report.entityKey, report.pk)
      .flatMap((container) => (container.type === 'key' ? container.key : []));
    const title = `${report.entityKey} ${report.pk}`;
    const made = { keys, queries: [], rows: [report], rowCount: 1 };
    return reasons(title, report.record, made, containersOf(report, inspector), report);
  }
  return undefined;

  function reasons(
    title: string,
    explained: unknown,
    { keys, queries, rowCount, rows }: Omit<Explanation, 'type'>,
    containers: Reasons['containers'],
    one: EntityReport | undefined,
  ): Reasons {
    const known = rows.slice(0, MAX_ORIGINS);
    const origins = originsOf(known, recording);
    const found = origins.reduce((sum, origin) => sum + origin.rows.length, 0);
    return {
      title,
      value: explained,
      keys: keys.flatMap((name) => inspector.key(name) ?? []),
      queries,
      containers,
      rows,
      rowCount,
      origins,
      unknownOrigins: known.length - found,
      steps: one ? stepsOf(one, recording) : [],
      layers: inspector.layers().filter((layer) => touches(layer, rows)),
    };
  }
}

function containersOf(
  { entityKey, pk }: EntityReport,
  inspector: Inspector,
): Reasons['containers'] {
  return inspector
    .containersOf(entityKey, pk)
    .flatMap((container) => (container.type === 'entity' ? container : []));
}

/** The latest step of an entity in each list. */
function stepsOf({ entityKey, pk }: EntityReport, { commits }: Recording): EntityStep[] {
  const found = new Map<string, EntityStep>();
  for (let at = commits.length - 1; at >= 0 && found.size < MAX_STEPS; at--) {
    const commit = commits[at];
    if (commit.changes.changeCount(entityKey) === 0) continue;
    for (const step of listStepsOf(commit)) {
      const name = `${step.listKey} ${JSON.stringify(step.args)}`;
      if (step.entityKey !== entityKey || step.pk !== pk || found.has(name)) continue;
      found.set(name, { commit, step });
    }
  }
  return [...found.values()];
}

function originsOf(rows: readonly EntityReport[], recording: Recording): RowsOrigin[] {
  const byCommit = new Map<number, Origin & { readonly rows: EntityReport[] }>();
  for (const row of rows) {
    const origin = recording.originOf(row.entityKey, row.pk);
    if (!origin) continue;
    const { version } = origin.commit;
    const known = byCommit.get(version);
    if (known) known.rows.push(row);
    else byCommit.set(version, { ...origin, rows: [row] });
  }
  return [...byCommit.values()];
}

function touches({ rows: predicted }: LayerReport, rows: readonly EntityReport[]): boolean {
  return predicted.some(({ entityKey, pk }) =>
    rows.some((row) => row.entityKey === entityKey && row.pk === pk),
  );
}
