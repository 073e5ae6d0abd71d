import type { CollectAction } from '../collector/Collector.ts';
import type {
  AnyAction,
  ExpireAction,
  FetchAction,
  InvalidateAction,
  SetAction,
  SetErrorAction,
  SetResponseAction,
} from '../commits/Action.ts';
import type { Commit as CommitOf } from '../commits/Commits.ts';
import type { RowMeta } from '../commits/RowMeta.ts';
import type { OptimisticAction, RollbackAction } from '../optimistic/layers.ts';
import type { ResultRecord } from '../table/ResultRecord.ts';
import type { EntityMeta } from '../../data/schema/Schema.ts';

/** The meta of a row of another store: it has no seq in this store yet. */
export type HydratedMeta = Omit<EntityMeta, 'seq'>;

/** Removes all data. */
export interface ResetAction extends AnyAction {
  readonly type: 'reset';
  readonly seq: number;
}

/** One row of a hydrated state. */
export interface HydratedRow {
  readonly kind: string;
  readonly pk: string;
  /** `undefined` for a removed entity. */
  readonly record: object | undefined;
  /** The primary key that the entity has in place of `pk`. */
  readonly renamedTo: string | undefined;
  readonly meta: HydratedMeta & Pick<RowMeta, 'removed'>;
}

/** One result of a hydrated state. */
export interface HydratedResult extends Pick<
  ResultRecord,
  'hasResult' | 'result' | 'error' | 'errorPolicy'
> {
  /** The endpoint key. */
  readonly key: string;
  readonly meta: HydratedMeta;
  readonly isExpired: boolean;
  readonly isInvalidated: boolean;
}

/** Brings in the state of another store. */
export interface HydrateAction extends AnyAction {
  readonly type: 'hydrate';
  /** Its seq in this store. */
  readonly seq: number;
  /** Whether it is stored data. Notes beside that say whether lists have the changes of their members. */
  readonly isStored?: true;
  /** Whether the clock here is behind that of the other store: times do not say which data is newer. */
  readonly isBehind?: boolean;
  /** Entity keys of which all entities were fetched. */
  readonly kinds: readonly string[];
  readonly rows: readonly HydratedRow[];
  readonly results: readonly HydratedResult[];
  /**
   * Whether reads that do not suspend render the page without this state. `undefined` if the state
   * is not part of a page.
   */
  readonly isLate: boolean | undefined;
}

/** Devtools wrote a record in place of that of an entity. */
export interface EditAction extends AnyAction {
  readonly type: 'edit';
  readonly entityKey: string;
  readonly pk: string;
  readonly record: object;
  readonly meta: EntityMeta;
}

/** Devtools show another state than before. */
export interface TravelAction extends AnyAction {
  readonly type: 'travel';
  /** The version of the state that is shown; `undefined`: the present. */
  readonly version: number | undefined;
}

/** What was done to the store. */
export type Action =
  | FetchAction
  | SetResponseAction
  | SetErrorAction
  | OptimisticAction
  | RollbackAction
  | SetAction
  | InvalidateAction
  | ExpireAction
  | CollectAction
  | HydrateAction
  | ResetAction
  | EditAction
  | TravelAction;

/** One atomic change of the store. */
export type Commit = CommitOf<Action>;
