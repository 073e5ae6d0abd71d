import type { Schema } from '../schema/Schema.ts';
import type { PageStart } from '../schema/PageNotes.ts';
import type { RowSet } from '../table/RowSet.ts';
import type { Absence } from './Suspects.ts';

/** One thing that was done to the store, as data. Rooms add the actions that are theirs. */
export interface AnyAction {
  readonly type: string;
}

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
  /** Whether responses to earlier requests are still to come. */
  readonly awaitsOlder?: boolean;
}

/** An action about one call of an endpoint. */
export interface EndpointAction extends AnyAction {
  /** The endpoint key: it holds the arguments. */
  readonly key: string;
  /** Name of the endpoint, as messages and logs have it. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A request starts. Changes nothing; observers of `actions$` are told. */
export interface FetchAction extends EndpointAction {
  readonly type: 'fetch';
  readonly at: number;
}

/** A response arrived. */
export interface SetResponseAction extends EndpointAction {
  readonly type: 'setResponse';
  readonly schema: unknown;
  readonly response: unknown;
  readonly placing: Placing;
  /** ms until the result is stale. */
  readonly expiryLength: number;
  /** False for mutations: their entities are stored, not their result. */
  readonly keep: boolean;
  /** The list that the response adds a page to. */
  readonly page?: PageOf;
  /** Of mutations: the place in the store's order at which it was sent. */
  readonly sentSeq?: number;
  /**
   * Rows that mutations which were sent later have written or are about to: for them the response has the place at which it was sent. For optimistic
   * responses, only the rows that they have written.
   */
  readonly overtaken?: { readonly rows: RowSet; readonly seq: number };
  /** What it means that the response lacks a row, if it brings all of a kind. */
  readonly absence?: Absence;
  /** Whether the sender wants to know which rows the response brings. */
  readonly reportsRows?: boolean;
}

/** A request failed. */
export interface SetErrorAction extends EndpointAction {
  readonly type: 'setError';
  readonly error: Error;
  readonly errorPolicy: 'soft' | 'hard';
  readonly placing: Placing;
  /** ms until the error is stale. */
  readonly expiryLength: number;
}

/** A value was written for a schema. */
export interface SetAction extends AnyAction {
  readonly type: 'set';
  readonly schema: Schema;
  readonly args: readonly unknown[];
  /** The value, or a function of the value so far. */
  readonly value: unknown;
  readonly placing: Placing;
  readonly expiryLength: number;
}

/** Results are no longer to be shown. */
export interface InvalidateAction extends AnyAction {
  readonly type: 'invalidate';
  /** Endpoint keys. */
  readonly keys: readonly string[];
  readonly seq: number;
}

/** Results are to be fetched again, but may be shown. */
export interface ExpireAction extends AnyAction {
  readonly type: 'expire';
  /** Endpoint keys. */
  readonly keys: readonly string[];
  /** Rows that are stale for whoever finds them in other results. */
  readonly rows?: RowSet;
  readonly seq: number;
}
