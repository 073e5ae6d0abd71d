import type { Schema } from '../schema/Schema.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { AnswerRow } from '../table/AnswerRow.ts';
import type { Layer } from '../optimistic/Layer.ts';
import type { PageStart } from '../schema/PageStart.ts';
import type { RowSet } from '../table/RowSet.ts';
import type { HydratedStamp } from '../views/stampReader.ts';
import type { Absence } from './Suspects.ts';

/** The list that a response adds a page to, and where the page begins. */
export interface PageOf {
  /** The endpoint key of the list. */
  readonly listKey: string;
  readonly start?: PageStart | undefined;
}

/** When and in which place of the store's order something was sent and came; times in ms since epoch. */
export interface Placing {
  readonly seq: number;
  readonly fetchedAt: number;
  readonly receivedAt: number;
  readonly epoch: number;
  /** Whether answers to earlier requests are still to come. */
  readonly awaitsOlder?: boolean;
}

interface OfEndpoint {
  /** The endpoint key: it holds the arguments. */
  readonly key: string;
  /** Name of the endpoint, as messages and logs have it. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A request starts. Changes nothing but is told. */
export interface FetchAction extends OfEndpoint {
  readonly type: 'fetch';
  readonly at: number;
}

/** An answer arrived. */
export interface SetResponseAction extends OfEndpoint {
  readonly type: 'setResponse';
  readonly schema: unknown;
  readonly response: unknown;
  readonly placing: Placing;
  /** ms until the answer is stale. */
  readonly expiryLength: number;
  /** Is told the stored form of the answer. */
  readonly onResult?: (result: unknown) => void;
  /** False for mutations: their entities are stored, not their answer. */
  readonly keep: boolean;
  /** The list that the response adds a page to. */
  readonly page?: PageOf;
  /** The mutation whose optimistic answer this one takes the place of. */
  readonly settles?: number;
  /** Gives the layers that are left, now that it is known what the answer holds. */
  readonly retarget?: (layers: readonly Layer[], result: unknown) => readonly Layer[];
  /**
   * Rows that mutations which were sent later have written or are about to: for them the answer has the place at which it was sent. For optimistic
   * answers, only the rows that they have written.
   */
  readonly overtaken?: { readonly rows: RowSet; readonly seq: number };
  /** Takes the rows that the answer brings. */
  readonly touched?: RowSet;
  /** Takes those among them that it removes. */
  readonly removed?: RowSet;
  /** What it means that the answer lacks a row, if it brings all of a kind. */
  readonly absence?: Absence;
  /** For optimistic answers: the request whose placeholders stand for missing primary keys. */
  readonly placeholdersOf?: number;
}

/** A request failed. */
export interface SetErrorAction extends OfEndpoint {
  readonly type: 'setError';
  readonly error: Error;
  readonly errorPolicy: 'soft' | 'hard';
  readonly placing: Placing;
  /** ms until the error is stale. */
  readonly expiryLength: number;
}

/** A mutation was sent that shows at once what it will probably do. */
export interface OptimisticAction extends OfEndpoint {
  readonly type: 'optimistic';
  readonly layer: Layer;
}

/** A mutation has failed; what it has shown is gone. */
export interface RollbackAction extends OfEndpoint {
  readonly type: 'rollback';
  /** Place in the order at which the mutation was sent. */
  readonly seq: number;
}

/** A value was written for a schema. */
export interface SetAction {
  readonly type: 'set';
  readonly schema: Schema;
  readonly args: readonly unknown[];
  /** The value, or a function of the value so far. */
  readonly value: unknown;
  readonly placing: Placing;
  readonly expiryLength: number;
}

/** Answers are no longer to be shown. */
export interface InvalidateAction {
  readonly type: 'invalidate';
  readonly keys: readonly string[];
  readonly seq: number;
}

/** Answers are to be fetched again, but may be shown. */
export interface ExpireAction {
  readonly type: 'expire';
  readonly keys: readonly string[];
  /** Rows that are stale for whoever finds them in other answers. */
  readonly rows?: RowSet;
  /** Whether a read that is in flight goes on, and the key is fetched after it; default: it is fetched at once. */
  readonly inTurn?: boolean;
  readonly seq: number;
}

/** What nobody has read for long is forgotten. */
export interface CollectAction {
  readonly type: 'collect';
  /** Endpoint keys. */
  readonly keys: readonly string[];
  /** Entities, and the marks of removed ones. */
  readonly rows: RowSet;
  /** Kinds of which nobody has asked for all entities any more. */
  readonly kinds: readonly string[];
}

/** Everything is forgotten. */
export interface ResetAction {
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

/** One answer of a state that was brought. */
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
export interface HydrateAction {
  readonly type: 'hydrate';
  /** The last place in the order of that store. */
  readonly seq: number;
  /** Kinds of which all entities were asked for. */
  readonly kinds: readonly string[];
  readonly rows: readonly HydratedRow[];
  readonly answers: readonly HydratedAnswer[];
  /** Whether the page that it is a part of is rendered without it by reads that do not suspend; `undefined`: it is no part of a page. */
  readonly isLate: boolean | undefined;
  /** How they are put beside what is here. It comes with the action: only programs that bring something load it. */
  readonly put: {
    row(table: EntityTableDraft, row: HydratedRow): void;
    /** `undefined`: what is here stays. */
    answer(known: AnswerRow | undefined, answer: HydratedAnswer): AnswerRow | undefined;
  };
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
