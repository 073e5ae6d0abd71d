import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { OptimisticSnapshot } from '../endpoint/OptimisticSnapshot.ts';
import type { TableReader } from '../table/TableReader.ts';
import { type Layer, LAYERS } from './Layer.ts';
import { readEndpoint, readSchema, readStored } from '../views/readState.ts';
import { storeResponse } from '../commits/applyResponse.ts';
import { StoreDraft } from '../commits/StoreDraft.ts';
import { inSlot, type StoreState } from '../commits/StoreState.ts';
import { RowSet } from '../table/RowSet.ts';
import { placeholderPk } from './placeholderPk.ts';

/** Thrown by functions that have nothing to show. */
const ABORT = new Error('No optimistic answer: the function threw snapshot.abort.');

/**
 * What is shown of a state: what is confirmed, with the optimistic answers of requests under way on top, in the order in which they were
 * sent. What equals `before`, what was shown last, keeps its reference. A function that throws shows nothing of its own; anything but `snapshot.abort` is reported, once.
 */
export function showLayers(
  confirmed: StoreState,
  before: TableReader,
  report: (error: unknown, key: string) => void,
): StoreState {
  let shown = confirmed;
  for (const layer of inSlot(confirmed, LAYERS)) {
    try {
      shown = withLayer(shown, layer, before, confirmed.entities);
    } catch (error) {
      layer.rows = new RowSet();
      layer.result = undefined;
      if (error === ABORT || layer.reported === String(error)) continue;
      layer.reported = String(error);
      report(error, layer.key);
    }
  }
  return shown;
}

function withLayer(
  state: StoreState,
  layer: Layer,
  before: TableReader,
  confirmed: TableReader,
): StoreState {
  const { endpoint, key, name, args, seq, fetchedAt, expiryLength, inFlight } = layer;
  const response = endpoint.getOptimisticResponse?.(snapshotOf(state, fetchedAt), ...args);
  const draft = new StoreDraft(state, before, confirmed);
  let count = 0;
  const { result, touched } = storeResponse(
    draft,
    {
      type: 'setResponse',
      key,
      name,
      args,
      schema: endpoint.schema,
      response,
      // The layer lies over all that is confirmed, except the responses to mutations that were sent later.
      placing: {
        seq: Infinity,
        fetchedAt,
        receivedAt: fetchedAt,
        epoch: state.epoch,
        // Each member keeps its place: a layer may lie beneath another one in some members only.
        awaitsOlder: true,
      },
      ...(inFlight && { overtaken: { rows: inFlight.overtaken, seq: inFlight.seq } }),
      expiryLength,
      keep: false,
      sentSeq: seq,
      reportsRows: true,
    },
    () => placeholderPk(seq, count++),
  );
  layer.result = result;
  // The action asked for them.
  layer.rows = touched!;
  return draft.finish().state;
}

function snapshotOf(state: StoreState, fetchedAt: number): OptimisticSnapshot {
  // The casts hold: what is read has the type of the schema it is read with.
  return {
    fetchedAt,
    abort: ABORT,
    get: (schema, ...args) => readSchema(state, schema, args) as never,
    getResponse: (endpoint: EndpointInterface, ...args: readonly unknown[]) => {
      const row = state.answers.get(endpoint.key(...(args as never[])));
      if (!row?.answered) return readEndpoint(state, endpoint, args) as never;
      return readStored(state, endpoint.schema, row.result, args) as never;
    },
  };
}
