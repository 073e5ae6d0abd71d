import type { Schema } from '../schema/Schema.ts';

/** When and in which place of the store's order something was sent and came; times in ms since epoch. */
export interface Placing {
  readonly seq: number;
  readonly fetchedAt: number;
  readonly receivedAt: number;
  readonly epoch: number;
}

interface OfEndpoint {
  /** The endpoint key. */
  readonly key: string;
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
  readonly seq: number;
}

/** Answers that nobody observed for long are forgotten. */
export interface CollectAction {
  readonly type: 'collect';
  readonly keys: readonly string[];
}

/** Everything is forgotten. */
export interface ResetAction {
  readonly type: 'reset';
  readonly seq: number;
}

/** One thing that was done to the store. */
export type Action =
  | FetchAction
  | SetResponseAction
  | SetErrorAction
  | SetAction
  | InvalidateAction
  | ExpireAction
  | CollectAction
  | ResetAction;
