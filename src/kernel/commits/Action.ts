import type { EntityMeta, Schema } from '../../data/schema/Schema.ts';
import type { PageOf } from '../../data/schema/collection/PageNotes.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';

/** One thing that was done to the store, as data. Each room adds its own actions. */
export interface AnyAction {
  readonly type: string;
}

/** The meta of what a request or write brings. All of its rows share one object. */
export interface Meta extends EntityMeta {
  /** The epoch of the store in which the request was sent. */
  readonly epoch: number;
  /** The seq of the oldest request that is still in flight, if it is older. */
  readonly oldestInFlight?: number | undefined;
}

/** An action about an endpoint and its args. */
export interface EndpointAction extends AnyAction {
  /** The endpoint key: it contains the args. */
  readonly key: string;
  /** The endpoint's name, for messages and logs. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A request starts. Changes no data; observers of `actions$` are notified. */
export interface FetchAction extends EndpointAction {
  readonly type: 'fetch';
  readonly at: number;
}

/** The rows of which messages have arrived since a mutation was sent. */
export interface ContestedRows {
  /** The seq at which it was sent. */
  readonly seq: number;
  isContested(kind: string, pk: string): boolean;
}

/** A response arrived. */
export interface SetResponseAction extends EndpointAction {
  readonly type: 'setResponse';
  readonly schema: unknown;
  readonly response: unknown;
  readonly meta: Meta;
  /** False for mutations: their entities are stored, not their result. */
  readonly keep: boolean;
  /** Whether the response is of the entity that the args name, even if it has another key. */
  readonly isUpdate?: boolean | undefined;
  /** The error that came beside the data. */
  readonly error?: Error | undefined;
  /** Of a removal: the args that do not name the response itself, see `EndpointInterface`. */
  readonly parentArgs?: readonly unknown[] | undefined;
  /** Whether the endpoint has pages before the list of the response. */
  readonly mayPrecede?: boolean | undefined;
  /** The list that the response adds a page to. */
  readonly page?: PageOf;
  /** Of mutations: the seq at which the mutation was sent. */
  readonly sentSeq?: number;
  /**
   * Rows that later mutations have written or are expected to write: in these rows, the response
   * has the seq at which it was sent. For optimistic responses, only rows that later mutations have
   * written.
   */
  readonly overtaken?: { readonly rows: Pick<EntityKeySet, 'has'>; readonly seq: number };
  /** Of mutations: the rows in which the response may be older than a message. */
  readonly contested?: ContestedRows | undefined;
  /** Whether the sender needs the rows that the response brings. */
  readonly reportsRows?: boolean;
}

/** A request failed. */
export interface SetErrorAction extends EndpointAction {
  readonly type: 'setError';
  readonly error: Error;
  readonly errorPolicy: 'soft' | 'hard';
  readonly meta: Meta;
}

/** A value was written for a schema. */
export interface SetAction extends AnyAction {
  readonly type: 'set';
  readonly schema: Schema;
  readonly args: readonly unknown[];
  /** The value, or a function of the current value. */
  readonly value: unknown;
  readonly meta: Meta;
  /** Whether the sender needs the rows that the value brings. */
  readonly reportsRows?: boolean;
}

/** Results must not be shown any more. */
export interface InvalidateAction extends AnyAction {
  readonly type: 'invalidate';
  /** Endpoint keys. */
  readonly keys: readonly string[];
  readonly seq: number;
}

/** Results become stale: they may be shown, and are refetched. */
export interface ExpireAction extends AnyAction {
  readonly type: 'expire';
  /** Endpoint keys. */
  readonly keys: readonly string[];
  /** Rows that become stale in all results that contain them. */
  readonly rows?: EntityKeySet;
  /** Those of `rows` that the server may have removed. */
  readonly removed?: EntityKeySet;
  readonly seq: number;
}

/**
 * Applies an action to the draft of a commit; returns what the sender needs. It is a module-level
 * function without captured variables, so that a program loads only the code of its own actions.
 * Throws what normalization or user callbacks throw.
 */
export type Apply<A extends AnyAction, R = void> = (draft: EntityTableDraft, action: A) => R;

/** Callbacks for the steps of an action's commit. */
export interface Sender<R> {
  /**
   * The action is in the draft; `outcome` is what its function returned. Runs before the commit.
   */
  readonly applied?: (outcome: R) => void;
  /** The commit has become visible. Runs before observers are notified. */
  readonly becameVisible?: () => void;
  /** Observers were notified. Inside a subscriber or a batch, this happens later. */
  readonly delivered?: () => void;
  /** The batch that contains the action has thrown. */
  readonly dropped?: (reason: unknown) => void;
}

/** The members that identify actions in messages. */
type Named = AnyAction & {
  readonly name?: string;
  readonly keys?: readonly string[];
  readonly schema?: { readonly key?: string };
};

/** The name of an action in messages: its type, and what it changes. */
export function nameOfAction(action: AnyAction): string {
  const { type, name, keys, schema }: Named = action;
  if (name !== undefined) return `${type} ${name}`;
  if (keys) return `${type} of ${keys.length} keys`;
  return schema?.key === undefined ? type : `${type} ${schema.key}`;
}
