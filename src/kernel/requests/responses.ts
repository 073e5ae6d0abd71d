import type { Apply, Meta, SetResponseAction } from '../commits/Action.ts';
import { applyError, applyResponse, type StoredResponse } from '../commits/applyResponse.ts';
import type { PageList } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { partialErrors } from '../../data/endpoint/partialErrors.ts';
import { acceptsEmpty } from '../../data/schema/resolveSchema.ts';
import { INVALID } from '../../data/schema/INVALID.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { readStored } from '../views/readState.ts';
import type { Request } from './Request.ts';
import type { Call, ReadTarget, Requests, Sent } from './Requests.ts';

/** Stores a response that no request brought. */
export function storeResponse(requests: Requests, call: Call, response: unknown): void {
  const keep = call.endpoint.sideEffect !== true;
  const list = keep && call.endpoint.pageOf ? listOf(requests, call) : undefined;
  const action = responseAction(requests, call, response, keep);
  const page = list && { page: { listKey: list.key } };
  requests.commits.dispatch({ ...action, ...page }, applyResponse);
}

/**
 * Stores a response to a request with the given seq; throws if it cannot be normalized. Resolves
 * the request with the store's view of it once observers were notified. `extras`: further members
 * of the action; `apply`: how it changes the draft.
 */
export function takeResponse(
  request: Request,
  response: unknown,
  seq: number,
  extras: Partial<SetResponseAction> | undefined,
  apply: Apply<SetResponseAction, StoredResponse | undefined> = applyResponse,
): void {
  const { inFlight, requests, target } = request;
  const call = target ?? request;
  const action = responseAction(requests, call, response, target !== undefined, request, seq);
  const { meta } = action;
  // Without overlapping requests there is no conflict to detect.
  const reportsRows = inFlight !== undefined && !requests.overlaps!.isAlone(inFlight);
  let result: unknown;
  requests.commits.dispatch({ ...action, ...extras, reportsRows }, apply, {
    applied: (stored) => {
      result = stored?.result;
      request.isDoubtful = stored?.isDoubtful === true;
      if (inFlight && stored?.touched) {
        requests.overlaps!.bring(inFlight, stored.touched, stored.removed!);
      }
    },
    delivered: () => {
      try {
        request.resolve(viewOf(requests, call, result, meta, target));
      } catch (error) {
        request.reject(error);
      }
    },
    dropped: (reason) => request.reject(reason),
  });
}

function responseAction(
  requests: Requests,
  { key, endpoint, args }: Call,
  response: unknown,
  keep: boolean,
  sent?: Sent,
  seq?: number,
): SetResponseAction {
  const { name, dataExpiryLength, errorExpiryLength } = endpoint;
  const { options } = requests;
  const error = partialErrors.get(response as object);
  const expiryLength = error
    ? (errorExpiryLength ?? options.errorExpiryLength)
    : (dataExpiryLength ?? options.dataExpiryLength);
  // The response to a mutation may be empty, and what `process` returns may be null.
  const isEmpty = keep
    ? response === null && endpoint.isProcessed
    : response === undefined || response === null;
  const mayBeEmpty = isEmpty && !acceptsEmpty(endpoint.schema);
  const schema = mayBeEmpty ? undefined : endpoint.schema;
  const meta = requests.metaOf(expiryLength, sent, seq);
  const action = {
    type: 'setResponse',
    key,
    name,
    args,
    schema,
    response,
    meta,
    keep,
    error,
  } as const;
  const isUpdate = keep ? undefined : (endpoint.lookup ?? endpoint.isUpdate);
  if (!isUpdate && !acceptsEmpty(schema)) return action;
  return { ...action, isUpdate, parentArgs: endpoint.parentArgs?.(args) };
}

/**
 * Returns the store's view of a response that observers were notified of. If a read's view lacks
 * data that the schema requires, stores an error and throws it.
 */
function viewOf(
  requests: Requests,
  { args, endpoint }: Call,
  result: unknown,
  meta: Meta,
  target: ReadTarget | undefined,
): unknown {
  const { graph, shown } = requests.commits;
  const { schema } = endpoint;
  const row = target && shown.visible.result(target.key);
  const isStored = row?.hasResult === true && row.seq === meta.seq;
  if (target && isStored) {
    const view = target.view();
    if (view.failure) throw view.failure;
    if (view.source === 'answer') return view.data;
  } else {
    // A response that was too late to be stored has settled its request.
    target?.changed();
    const value = graph.readOnce(args, () => graph.unvisit(schema, result));
    if (value !== INVALID && value !== undefined) return value;
  }
  // A pending mutation may hide the entities, so they are read without layers.
  const hasLayers = shown.visible !== shown.confirmed;
  const confirmed = hasLayers ? readStored(shown.confirmed, schema, result, args) : undefined;
  if (!target || !isStored || confirmed !== undefined) return confirmed;
  const error = new StreambedError(
    'SB_ANSWER_INCOMPLETE',
    `${labelOf(endpoint)}: the schema requires an entity that is missing or was removed.`,
  );
  storeError(requests, target, error, meta);
  target.changed();
  throw error;
}

/** The list to which the response to a call adds a page, with the store's key of that list. */
export function listOf({ keyFor }: Requests, { endpoint, args }: Call): PageList | undefined {
  let list: PageList | undefined;
  try {
    list = endpoint.pageOf?.(args);
  } catch {
    // Storing the response throws the same error.
  }
  return list && { ...list, key: keyFor(list.key, list) };
}

/** Stores a failure of a read with the given seq. Default: one that no request brought. */
export function storeError(
  requests: Requests,
  target: Call & Partial<Pick<ReadTarget, 'hasData'>>,
  error: Error,
  sent?: Sent,
  seq?: number,
  policy?: 'soft' | 'hard',
): void {
  // An aborted request is not an error – unless its key has no data: its observers would wait
  // forever.
  if (error.name === 'AbortError' && target.hasData) return;
  const { key, endpoint, args } = target;
  const { name, errorExpiryLength = requests.options.errorExpiryLength } = endpoint;
  const meta = requests.metaOf(errorExpiryLength, sent, seq);
  let errorPolicy = policy;
  try {
    errorPolicy ??= endpoint.errorPolicy?.(error);
  } catch (thrown) {
    requests.options.onError(thrown, { key });
  }
  errorPolicy ??= 'hard';
  const action = { type: 'setError', key, name, args, error, errorPolicy, meta } as const;
  requests.commits.dispatch(action, applyError);
}
