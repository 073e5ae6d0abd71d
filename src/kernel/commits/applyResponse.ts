import { labelOf } from '../../data/endpoint/labelOf.ts';
import { makeFollowerNotes, type PageNotes } from '../../data/schema/collection/PageNotes.ts';
import { pkOfCall } from '../../data/schema/entity/usablePk.ts';
import { assertSchema, isEntity } from '../../data/schema/isEntity.ts';
import { deepFreeze } from '../../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import { NO_RESULT, type ResultRecord } from '../table/ResultRecord.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { filled } from '../views/lookups.ts';
import { readEndpoint } from '../views/readState.ts';
import type { Meta, SetAction, SetErrorAction, SetResponseAction } from './Action.ts';
import { EntityWriter } from './EntityWriter.ts';

/** The outcome of storing a response. */
export interface StoredResponse {
  /** The ids in the response's shape. */
  readonly result: unknown;
  /**
   * The rows that it brings, and those of them that it removes; only if the action requests them.
   */
  readonly touched?: EntityKeySet | undefined;
  readonly removed?: EntityKeySet | undefined;
  /** The rows in which it says something else than a message that arrived after its request. */
  readonly contradicted?: EntityKeySet | undefined;
  /** The lists and numbers that follow its entities; only if the action requests its rows. */
  readonly followers?: PageNotes['followers'];
  /** Rows of it that may lack a change which was later than its request. */
  readonly doubtful?: PageNotes['doubtful'];
}

/**
 * Stores the entities of a response and, for a read, its result. Drops responses to requests of an
 * earlier epoch.
 */
export function applyResponse(
  draft: EntityTableDraft,
  action: SetResponseAction,
): StoredResponse | undefined {
  if (action.meta.epoch !== draft.epoch) return undefined;
  const { key, args, mayPrecede, parentArgs, schema, response, page } = action;
  const writer = new EntityWriter(draft, action);
  const followers = action.reportsRows ? makeFollowerNotes() : undefined;
  const notes: PageNotes = {
    key,
    start: page?.start,
    list: page?.list,
    mayPrecede,
    followers,
  };
  const options = { args, parentArgs, subject: labelOf(action), notes };
  const written = writer.write(schema, response, options, action.isUpdate);
  for (const dropped of notes.dropped ?? []) expireResult(draft, dropped);
  const result = notes.where ? withLastPage(draft, page?.listKey ?? key, notes, written) : written;
  if (action.keep) keepResult(draft, action, result, notes);
  const { contradicted, touched, removed } = writer;
  // The server had no such entity when it handled the request.
  if (action.keep && touched) {
    filled(schema, result, (member) => {
      if (!isEntity(member)) return;
      const pk = pkOfCall(member, args, parentArgs);
      if (pk !== undefined) touched.add(member.key, pk);
    });
  }
  const { doubtful } = notes;
  return { result, touched, removed, contradicted, followers, doubtful };
}

/** The result of a key is what the server has: it is as fresh as a response. */
export function applyUnchanged(
  draft: EntityTableDraft,
  { key, meta }: SetResponseAction,
): StoredResponse | undefined {
  const row = draft.result(key) ?? NO_RESULT;
  const next = meta.epoch === draft.epoch ? resultMeta(row, meta) : undefined;
  if (next) draft.setResult(key, { ...row, ...next, error: undefined, errorPolicy: undefined });
  return row;
}

function keepResult(
  draft: EntityTableDraft,
  { key, meta, error }: SetResponseAction,
  result: unknown,
  { where: position }: PageNotes,
): void {
  const row = draft.result(key) ?? NO_RESULT;
  const next = resultMeta(row, meta);
  if (!next) return;
  if (DEVELOPMENT) deepFreeze(result);
  draft.setResult(key, {
    ...NO_RESULT,
    ...next,
    result: shareStructure(row.result, result),
    hasResult: true,
    error,
    errorPolicy: error && 'soft',
  });
  if (position === 'lost') expireResult(draft, key);
}

/**
 * Returns the result to store for a list or one of its pages. Members beside the list, such as a
 * cursor, are those of the last page.
 */
function withLastPage(
  draft: EntityTableDraft,
  listKey: string,
  { key, where: position }: PageNotes,
  result: unknown,
): unknown {
  const list = draft.result(listKey) ?? NO_RESULT;
  if (!list.hasResult) return result;
  if (position === 'lost') return list.result;
  if (position === 'last' && listKey !== key) {
    draft.setResult(listKey, { ...list, result: shareStructure(list.result, result) });
  }
  return result;
}

/** Makes the result of a page stale that is no longer in its list: its next observer fetches it. */
export function expireResult(draft: EntityTableDraft, key: string): void {
  const row = draft.result(key) ?? NO_RESULT;
  if (row.hasResult) draft.setResult(key, { ...row, expiresAt: 0 });
}

/** Stores the failure of a request; the existing result is kept. */
export function applyError(draft: EntityTableDraft, action: SetErrorAction): void {
  const { key, meta, error, errorPolicy } = action;
  const row = draft.result(key) ?? NO_RESULT;
  const next = meta.epoch === draft.epoch ? resultMeta(row, meta) : undefined;
  if (next) draft.setResult(key, { ...row, ...next, error, errorPolicy });
}

/**
 * The meta of the next result; `undefined` if a response that was requested at `seq` is too late: the
 * known result is newer, or was invalidated since. The next result is stale if it was requested
 * before the key was expired. An invalidation ends with the next result, but requests that were sent
 * before it stay obsolete.
 */
function resultMeta(
  row: ResultRecord,
  { seq, fetchedAt, receivedAt, expiresAt }: Meta,
): Partial<ResultRecord> | undefined {
  if (row.seq > seq || row.invalidatedSeq > seq) return undefined;
  const expiredSeq = Math.max(row.expiredSeq, row.invalidatedSeq);
  const isExpired = seq < expiredSeq;
  return { seq, fetchedAt, receivedAt, expiresAt: isExpired ? 0 : expiresAt, expiredSeq };
}

/** Writes a value for a schema. An updater function is not called if there is no value. */
export function applySet(
  draft: EntityTableDraft,
  action: SetAction,
): Pick<StoredResponse, 'touched'> | undefined {
  const { schema, args, value } = action;
  assertSchema(schema);
  let next = value;
  if (typeof value === 'function') {
    const previous = readEndpoint(draft, { name: '', schema }, args);
    if (previous === undefined) return undefined;
    next = (value as (previous: unknown) => unknown)(previous);
  }
  const writer = new EntityWriter(draft, action);
  writer.write(schema, next, { args, subject: 'set' }, args.length > 0);
  return writer;
}
