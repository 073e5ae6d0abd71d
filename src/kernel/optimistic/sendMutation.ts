import type { SetResponseAction } from '../commits/Action.ts';
import { applyResponse, type StoredResponse } from '../commits/applyResponse.ts';
import { OverlapTracker } from '../requests/OverlapTracker.ts';
import { placeholderLost } from '../requests/placeholderLost.ts';
import { Request } from '../requests/Request.ts';
import type { Call, Requests, ResolvedArgs } from '../requests/Requests.ts';
import { namedRows, rowsOfClasses, takeResponse } from '../streams/reads/responses.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import { declaresVersion } from '../../data/schema/Entity.ts';
import { isOfKind } from '../../data/schema/Polymorphic.ts';
import { acceptsEmpty } from '../../data/schema/resolveSchema.ts';
import type { OpenChange } from '../../data/schema/Schema.ts';
import { pkOfCall } from '../../data/schema/entity/usablePk.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { inSlot } from '../table/StateSlot.ts';
import { dropLayer, dropLayers, LAYERS, showLayer, shownLayer } from './layers.ts';
import { takeCreated } from './createdRows.ts';
import { notePks } from './placeholders.ts';

/**
 * Sends a mutation: shows its optimistic response, and replaces it with the real one. If its args
 * contain a placeholder id, it waits for the real pk.
 */
export function sendMutation(requests: Requests, call: Call): Mutation {
  const mutation = new Mutation(requests, call);
  mutation.start();
  return mutation;
}

/**
 * A request that changes data on the server. Its response has the seq at which it arrives – except
 * in rows that later mutations have written or are expected to write.
 */
export class Mutation extends Request {
  /** Identifies it in the placeholder ids of its layer. */
  id = this.requests.prefix + this.seq;
  isQueued = false;
  /** The server may have handled an earlier try. */
  isRepeated = false;

  start(): void {
    const ids = this.#resolveIds();
    if (ids !== 'lost' && this.endpoint.getOptimisticResponse) showLayer(this);
    this.proceed(ids === 'known' ? this.seq : undefined);
  }

  /**
   * Sends the request, unless it waits for a real pk or its queue. Until it is sent it overlaps no
   * other one. `seq`: that of the request, if it did not wait.
   */
  proceed(seq?: number): void {
    const { requests } = this;
    // Another session has other ids, and the caller may have aborted the request.
    const isOver = this.epoch !== requests.commits.epoch || !requests.live.has(this);
    if (this.inFlight || isOver) return;
    if (requests.queue?.mayStart(this) === false) {
      this.isQueued = true;
      return;
    }
    const ids = seq === undefined ? this.#resolveIds() : 'known';
    if (ids === 'lost') this.abort(placeholderLost(this));
    if (ids !== 'known') return;
    const overlaps = (requests.overlaps ??= new OverlapTracker());
    const inFlight = overlaps.begin(this, seq ?? requests.nextSeq(), requests.live);
    addExpectedRows(this, inFlight.rows);
    overlaps.watcher?.began(inFlight);
    this.send();
  }

  #resolveIds(): ResolvedArgs['ids'] {
    const { args, ids } = this.requests.resolve(this.args);
    this.args = args;
    return ids;
  }

  protected override retry(error: Error): boolean {
    return !!this.requests.queue?.mayRetry(this, error);
  }

  protected store(response: unknown, isFirst: boolean): void {
    const { inFlight, requests, seq } = this;
    const { schema } = this.endpoint;
    // A response that no request of this store has brought is older than all that the store has.
    const arrival = isFirst ? (requests.responded(this) ?? -1) : requests.nextSeq();
    if (inFlight) inFlight.isRepeated = this.isRepeated;
    const later = inFlight && requests.overlaps!.overtaking(inFlight);
    const overtaken = later && { rows: later, seq: inFlight.seq };
    const extras = { sentSeq: seq, contested: inFlight, ...(overtaken && { overtaken }) };
    takeResponse(this, this, response, arrival, extras, applyMutationResponse);
    const isEmpty = (response ?? undefined) === undefined && !acceptsEmpty(schema);
    if (inFlight && isEmpty) this.expireOpen(inFlight.rows, arrival);
    this.afterCommit();
  }

  /** An empty response names no rows: those that the mutation may have changed are fetched. */
  private expireOpen(rows: EntityKeySet, seq: number): void {
    const { args, endpoint, requests } = this;
    // Its path may name an action, as in `/todos/:id/finish`. Without arguments, there may be one entity.
    rows.addAll(namedRows({ args: args.length > 0 ? args : [{}], endpoint }, undefined));
    // The cast holds: only such schemas have the method.
    const change = Object(endpoint.schema) as Partial<OpenChange>;
    const { confirmed } = requests.commits.latest;
    change.addOpenRows?.(rows, args, confirmed);
    // Any entity may have changed, as by `/todos/finish-all`.
    if (rows.isEmpty) rows.addAll(rowsOfClasses(endpoint.schema, confirmed));
    requests.onConflict({ keys: [], rows, removed: new EntityKeySet(), seq });
  }

  protected fail(): void {
    dropLayer(this.requests, this.id);
  }

  protected override ended(): void {
    dropLayer(this.requests, this.id);
    this.afterCommit();
  }

  // Not `#`: TypeScript gives a class that names itself in such a method an alias, which keeps the class in every bundle.
  private afterCommit(): void {
    this.requests.committed(this);
    // The layers have changed: others may know their ids now.
    for (const request of [...this.requests.live]) {
      if (request instanceof Mutation) request.proceed();
    }
  }
}

/**
 * Adds the rows that a mutation is expected to change: those of its layer, and its target, if its
 * schema and its first argument name it.
 */
export function addExpectedRows(
  { endpoint, args, requests, seq }: Mutation,
  rows: EntityKeySet,
): void {
  const shown = shownLayer(requests.commits.latest.visible, seq);
  if (shown) rows.addAll(shown.rows);
  const { schema } = endpoint;
  const isRemoval = isOfKind(schema, 'Invalidate');
  const entity = isRemoval ? schema.schema : schema;
  if (!isEntity(entity) || declaresVersion(entity)) return;
  const pk = pkOfCall(entity, args, endpoint.parentArgs?.(args));
  if (pk !== undefined) rows.add(entity.key, pk);
}

/**
 * Replaces the layer of a mutation with its response. Layers that refer to an entity it has created
 * get the real pk.
 */
function applyMutationResponse(
  draft: EntityTableDraft,
  action: SetResponseAction,
): StoredResponse | undefined {
  const stored = applyResponse(draft, action);
  const layers = inSlot(draft, LAYERS);
  if (!stored || layers.length === 0) return stored;
  // The cast holds: the action is that of a request.
  const seq = action.sentSeq!;
  const found = new Map<string, string>();
  notePks(found, shownLayer(draft.visible ?? draft, seq)?.stored, stored.result);
  // A response above a layer may change no row, and have it replayed nevertheless.
  takeCreated(draft, found, stored.touched);
  dropLayers(draft, new Set([seq]));
  return stored;
}
