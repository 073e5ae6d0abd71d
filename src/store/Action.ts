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
import type { OptimisticAction, RollbackAction } from '../optimistic/Layer.ts';
import type { AnswerRow } from '../table/AnswerRow.ts';
import type { HydratedStamp } from '../views/stampReader.ts';

/** Everything is forgotten. */
export interface ResetAction extends AnyAction {
  readonly type: 'reset';
  readonly seq: number;
}

/** One row of a state that was brought. */
export interface HydratedRow {
  readonly kind: string;
  readonly pk: string;
  /** `undefined`: it was removed. */
  readonly record: object | undefined;
  readonly stamp: HydratedStamp;
}

/** One result of a state that was brought. */
export interface HydratedAnswer extends Pick<
  AnswerRow,
  'answered' | 'result' | 'error' | 'errorPolicy'
> {
  /** The endpoint key. */
  readonly key: string;
  readonly stamp: HydratedStamp;
  readonly isExpired: boolean;
  readonly isInvalidated: boolean;
}

/** What another store knew was brought here. */
export interface HydrateAction extends AnyAction {
  readonly type: 'hydrate';
  /** The last place in the order of that store. */
  readonly seq: number;
  /** Kinds of which all entities were asked for. */
  readonly kinds: readonly string[];
  readonly rows: readonly HydratedRow[];
  readonly answers: readonly HydratedAnswer[];
  /** Whether the page that it is a part of is rendered without it by reads that do not suspend; `undefined`: it is no part of a page. */
  readonly isLate: boolean | undefined;
}

/** One thing that was done to the store. */
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
  | ResetAction;

/** One change of the store. */
export type Commit = CommitOf<Action>;
