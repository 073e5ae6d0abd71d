import type { Apply, Meta, SetAction, SetResponseAction } from '../../commits/Action.ts';
import { applyError, applyResponse, type StoredResponse } from '../../commits/applyResponse.ts';
import type { PageList } from '../../../data/endpoint/EndpointInterface.ts';
import { partialErrors } from '../../../data/endpoint/partialErrors.ts';
import { pkOfCall } from '../../../data/schema/entity/usablePk.ts';
import { isEntity } from '../../../data/schema/isEntity.ts';
import { membersOf } from '../../../data/schema/ObjectSchema.ts';
import { isUnion, type Polymorphic } from '../../../data/schema/Polymorphic.ts';
import { acceptsEmpty, resolveSchema } from '../../../data/schema/resolveSchema.ts';
import { INVALID } from '../../../data/schema/INVALID.ts';
import { EntityKeySet } from '../../table/EntityKeySet.ts';
import type { EntityTable } from '../../table/EntityTable.ts';
import { readStored } from '../../views/readState.ts';
import type { Commits } from '../../commits/Commits.ts';
import type { OverlapTracker } from '../../requests/OverlapTracker.ts';
import type { Request } from '../../requests/Request.ts';
import type { Call, Requests, Sent } from '../../requests/Requests.ts';

/** Stores a response that no request brought. */
export function storeResponse(requests: Requests, call: Call, response: unknown): void {
  const action = responseAction(requests, call, response);
  const list = action.keep && call.endpoint.pageOf ? listOf(requests, call) : undefined;
  const page = list && { page: { listKey: list.key, list } };
  storeMessage(requests, { ...action, ...page }, applyResponse);
}

/** An action that no request has caused. */
type MessageAction = SetAction | SetResponseAction;

type ApplyMessage<A extends MessageAction> = Apply<A, Pick<StoredResponse, 'touched'> | undefined>;

/** Stores data that no request has brought. The responses to mutations in flight may contradict it. */
export function storeMessage<A extends MessageAction>(
  { commits, overlaps }: Requests,
  action: A,
  apply: ApplyMessage<A>,
): void {
  // Hot path: no closure.
  if (overlaps?.hears(action.meta.seq)) storeHeard(commits, overlaps, action, apply);
  else commits.dispatch(action, apply);
}

function storeHeard<A extends MessageAction>(
  commits: Commits,
  { messages }: OverlapTracker,
  action: A,
  apply: ApplyMessage<A>,
): void {
  let touched: EntityKeySet | undefined;
  commits.dispatch({ ...action, reportsRows: true }, apply, {
    applied: (stored) => (touched = stored?.touched),
    // A batch that fails brings nothing.
    becameVisible: () => touched && messages.note(touched, action.meta.seq),
  });
}

/** A request whose response is stored. */
interface Stored extends Request {
  /** Returns the store's view of the response; by default that of its result. */
  viewOf?(result: unknown, meta: Meta): unknown;
}

/**
 * Stores a response to a request with the given seq; throws if it cannot be normalized. Resolves
 * the request with the store's view of it once observers were notified. `call`: what the response
 * is stored for; `extras`: further members of the action; `apply`: how it changes the draft.
 */
export function takeResponse(
  request: Stored,
  call: Call,
  response: unknown,
  seq: number,
  extras: Partial<SetResponseAction> | undefined,
  apply: Apply<SetResponseAction, StoredResponse | undefined> = applyResponse,
): void {
  const { inFlight, requests } = request;
  const action = responseAction(requests, call, response, request, seq);
  const { meta } = action;
  const { overlaps } = requests;
  // All values of a live source but the first one are messages, too.
  const isHeard = action.keep && seq > request.seq && overlaps?.hears(seq) === true;
  // Without overlapping requests there is no conflict to detect.
  const reportsRows = isHeard || (inFlight !== undefined && !overlaps!.isAlone(inFlight));
  let result: unknown;
  requests.commits.dispatch({ ...action, ...extras, reportsRows }, apply, {
    applied: (stored) => {
      result = stored?.result;
      request.doubtful = stored?.doubtful;
      if (!stored?.touched) return;
      if (isHeard) overlaps.messages.note(stored.touched, seq);
      if (inFlight) {
        overlaps!.bring(inFlight, stored.touched, stored.removed!);
        if (stored.followers) inFlight.note(stored.followers);
        inFlight.contradicted = stored.contradicted;
      }
    },
    delivered: () => {
      try {
        request.resolve(
          request.viewOf ? request.viewOf(result, meta) : viewOf(requests, call, result),
        );
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
  sent?: Sent,
  seq?: number,
): SetResponseAction {
  const { name, dataExpiryLength, errorExpiryLength } = endpoint;
  const { options } = requests;
  const error = partialErrors.get(response as object);
  const expiryLength = error
    ? (errorExpiryLength ?? options.errorExpiryLength)
    : (dataExpiryLength ?? options.dataExpiryLength);
  const keep = endpoint.sideEffect !== true;
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
    mayPrecede: endpoint.pages?.previous && true,
  } as const;
  const isUpdate = keep ? undefined : (endpoint.lookup ?? endpoint.isUpdate);
  if (!isUpdate && !acceptsEmpty(schema)) return action;
  return { ...action, isUpdate, parentArgs: endpoint.parentArgs?.(args) };
}

/** Returns the store's view of the result of a call that observers were notified of. */
export function viewOf(requests: Requests, { args, endpoint }: Call, result: unknown): unknown {
  const { graph, shown } = requests.commits;
  const { schema } = endpoint;
  const value = graph.readOnce(args, () => graph.unvisit(schema, result));
  if (value !== INVALID && value !== undefined) return value;
  // A pending mutation may hide the entities, so they are read without layers.
  const { confirmed, visible } = shown;
  return visible === confirmed ? undefined : readStored(confirmed, schema, result, args);
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

/**
 * The rows that the arguments of a call name. `parentArgs`: the arguments that name a parent, see
 * {@link pkOfCall}.
 */
export function namedRows(
  { args, endpoint }: Pick<Call, 'args' | 'endpoint'>,
  parentArgs: readonly unknown[] | undefined,
): EntityKeySet {
  const rows = new EntityKeySet();
  for (const member of schemasIn(endpoint.schema)) {
    const classes = isUnion(member) ? member.entities() : isEntity(member) ? [member] : [];
    for (const entity of classes) {
      const pk = pkOfCall(entity, args, parentArgs);
      if (pk !== undefined) rows.add(entity.key, pk);
    }
  }
  return rows;
}

/** All known rows of the classes of a schema. */
export function rowsOfClasses(schema: unknown, table: EntityTable): EntityKeySet {
  const rows = new EntityKeySet();
  for (const one of schemasIn(schema)) {
    // The cast holds: only schemas of entities have the method.
    const { entities } = one as Partial<Pick<Polymorphic, 'entities'>>;
    for (const { key } of isEntity(one) ? [one] : (entities?.call(one) ?? [])) {
      for (const [pk] of table.entries(key)) rows.add(key, pk);
    }
  }
  return rows;
}

/** A schema, or the schemas of the members of an object. */
function schemasIn(schema: unknown): readonly object[] {
  const resolved = resolveSchema(schema);
  const members = membersOf(resolved);
  return members === resolved ? [resolved] : Object.values(members as object).map(resolveSchema);
}

/** Stores a failure of a read with the given seq. Default: one that no request brought. */
export function storeError(
  requests: Requests,
  call: Call & { readonly hasData?: boolean },
  error: Error,
  sent?: Sent,
  seq?: number,
  policy?: 'soft' | 'hard',
): void {
  // An aborted request is not an error – unless its key has no data: its observers would wait
  // forever.
  if (error.name === 'AbortError' && call.hasData) return;
  const { key, endpoint, args } = call;
  const { name, errorExpiryLength = requests.options.errorExpiryLength } = endpoint;
  const arrived = requests.metaOf(errorExpiryLength, sent, seq);
  // A failure brings no data that could count from its arrival.
  const meta = sent ? { ...arrived, fetchedAt: sent.fetchedAt } : arrived;
  let errorPolicy = policy;
  try {
    errorPolicy ??= endpoint.errorPolicy?.(error) ?? requests.errorPolicy(error);
  } catch (thrown) {
    requests.options.onError(thrown, { key });
  }
  errorPolicy ??= 'hard';
  const action = { type: 'setError', key, name, args, error, errorPolicy, meta } as const;
  requests.commits.dispatch(action, applyError);
}
