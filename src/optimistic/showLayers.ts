import type { EndpointInterface, OptimisticSnapshot } from '../endpoint/EndpointInterface.ts';
import type { TableReader } from '../table/TableReader.ts';
import { type Layer, LAYERS } from './Layer.ts';
import { readEndpoint, readSchema, readStored } from '../views/readState.ts';
import { EntityWriter } from '../commits/EntityWriter.ts';
import { StoreDraft } from '../commits/StoreDraft.ts';
import { inSlot, type StoreState } from '../commits/StoreState.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import { placeholderPk } from './placeholders.ts';

/** A function throws it if it predicts no response. */
const ABORT = new Error('No optimistic response: the function threw snapshot.abort.');

/**
 * Derives the visible state: the confirmed state with the optimistic responses of pending
 * mutations, in the order in which these were sent. Records that equal those of `before`, the last
 * visible state, keep their references. If a function throws, its layer is empty; its error is
 * reported once, unless it is `snapshot.abort`.
 */
export function showLayers(
  confirmed: StoreState,
  before: TableReader,
  report: (error: unknown, key: string) => void,
): StoreState {
  let visible = confirmed;
  for (const layer of inSlot(confirmed, LAYERS)) {
    try {
      visible = withLayer(visible, layer, before, confirmed.entities);
    } catch (error) {
      layer.rows = new EntityKeySet();
      layer.result = undefined;
      if (error === ABORT || layer.reported === String(error)) continue;
      layer.reported = String(error);
      report(error, layer.key);
    }
  }
  return visible;
}

function withLayer(
  state: StoreState,
  layer: Layer,
  before: TableReader,
  confirmed: TableReader,
): StoreState {
  const { endpoint, name, args, seq, fetchedAt, expiryLength, inFlight } = layer;
  const response = endpoint.getOptimisticResponse?.(snapshotOf(state, fetchedAt), ...args);
  const draft = new StoreDraft(state, before, confirmed);
  const writer = new EntityWriter(draft, {
    // The layer is above the confirmed state, except for responses to mutations that were sent
    // later.
    meta: {
      seq: Infinity,
      fetchedAt,
      receivedAt: fetchedAt,
      expiresAt: fetchedAt + expiryLength,
      epoch: state.epoch,
      // Keeps a seq for each member: a layer may be below another one in some members only.
      hasOlderInFlight: true,
    },
    ...(inFlight && { overtaken: { rows: inFlight.overtaken, seq: inFlight.seq } }),
    sentSeq: seq,
    reportsRows: true,
  });
  let count = 0;
  const newPk = (): string => placeholderPk(seq, count++);
  layer.result = writer.write(endpoint.schema, response, { args, subject: name, newPk });
  // `reportsRows` is set.
  layer.rows = writer.touched!;
  return draft.finish().state;
}

function snapshotOf(state: StoreState, fetchedAt: number): OptimisticSnapshot {
  // The casts are safe: a value has the type of the schema it is read with.
  return {
    fetchedAt,
    abort: ABORT,
    get: (schema, ...args) => readSchema(state, schema, args) as never,
    getResponse: (endpoint: EndpointInterface, ...args: readonly unknown[]) => {
      const row = state.entities.result(endpoint.key(...(args as never[])));
      if (!row?.hasResult) return readEndpoint(state, endpoint, args) as never;
      return readStored(state, endpoint.schema, row.result, args) as never;
    },
  };
}
