import type { Apply, EndpointAction } from '../commits/Action.ts';
import { EntityWriter } from '../commits/EntityWriter.ts';
import type { EndpointInterface, OptimisticSnapshot } from '../endpoint/EndpointInterface.ts';
import type { InFlight } from '../requests/OverlapTracker.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { inSlot, type StateSlot } from '../table/StateSlot.ts';
import type { TableReader } from '../table/TableReader.ts';
import { readEndpoint, readSchema, readStored } from '../views/readState.ts';
import { placeholderPk, replacePlaceholders, seqOfPlaceholder } from './placeholders.ts';

/** A mutation with an optimistic response was sent. */
export interface OptimisticAction extends EndpointAction {
  readonly type: 'optimistic';
  readonly endpoint: EndpointInterface;
  /** The seq at which the mutation was sent. */
  readonly seq: number;
  /** When the mutation was sent, ms since epoch. */
  readonly fetchedAt: number;
  /** How long the prediction is valid, ms. */
  readonly expiryLength: number;
}

/** A mutation has failed; its layer is dropped. */
export interface RollbackAction extends EndpointAction {
  readonly type: 'rollback';
  /** The seq at which the mutation was sent. */
  readonly seq: number;
}

/**
 * The optimistic response of a pending mutation, above the confirmed state. It is recomputed
 * whenever the state below it changes.
 */
export interface Layer extends OptimisticAction {
  /** The normalized response that was last visible. */
  result: unknown;
  /** The rows that were last visible. */
  rows: EntityKeySet;
  /** The request in flight; `undefined` until it is sent. */
  inFlight: InFlight | undefined;
  /** The last reported error: a function that throws the same error each time is reported once. */
  reported: string | undefined;
}

/** The layers of pending mutations, in the order in which these were sent. */
export const LAYERS: StateSlot<readonly Layer[]> = { initial: [] };

/** The rows of each layer in a visible state. Layers change with the next commit, a state does not. */
export const LAYER_ROWS: StateSlot<readonly EntityKeySet[]> = { initial: [] };

/** A layer that has not been visible yet. */
export function newLayer(action: OptimisticAction): Layer {
  const rows = new EntityKeySet();
  return { ...action, result: undefined, rows, inFlight: undefined, reported: undefined };
}

/** Puts a layer above all others. */
export const applyOptimistic: Apply<OptimisticAction> = (draft, action) => {
  draft.put(LAYERS, [...inSlot(draft, LAYERS), newLayer(action)]);
};

/** Drops the layer of a failed mutation, and all layers that refer to an entity it was creating. */
export const applyRollback: Apply<RollbackAction> = (draft, { seq }) => {
  dropLayers(draft, lostWith(inSlot(draft, LAYERS), seq));
};

function lostWith(layers: readonly Layer[], seq: number): ReadonlySet<Layer> {
  const lost = new Set(layers.filter((layer) => layer.seq === seq));
  for (const { seq: failed } of lost) {
    for (const layer of layers) {
      replacePlaceholders(layer.args, (placeholder) => {
        if (seqOfPlaceholder(placeholder) === failed) lost.add(layer);
      });
    }
  }
  return lost;
}

/**
 * Drops layers. Where a confirmed record equals the one that was visible with its layer, the
 * visible reference is kept.
 */
export function dropLayers(draft: EntityTableDraft, dropped: ReadonlySet<Layer>): void {
  if (dropped.size === 0) return;
  draft.put(
    LAYERS,
    inSlot(draft, LAYERS).filter((layer) => !dropped.has(layer)),
  );
  for (const { rows } of dropped) shareWithVisible(draft, rows);
}

function shareWithVisible(draft: EntityTableDraft, shared: EntityKeySet): void {
  const { visible } = draft;
  if (!visible) return;
  shared.forEach((kind, pk) => {
    const rows = draft.rows(kind);
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    const before = visible.get(kind, pk);
    if (!record || !before || shareStructure(before, record) !== before) return;
    // Every record has meta.
    rows.write(pk, before, rows.metaAt(slot)!);
  });
}

/** A function throws it if it predicts no response. */
const ABORT = /* @__PURE__ */ new Error(
  'No optimistic response: the function threw snapshot.abort.',
);

/**
 * Derives the visible state: the confirmed state with the optimistic responses of pending
 * mutations, in the order in which these were sent. Records that equal those of `before`, the last
 * visible state, keep their references. If a function throws, its layer is empty; its error is
 * reported once, unless it is `snapshot.abort`.
 */
export function showLayers(
  confirmed: EntityTable,
  before: TableReader,
  report: (error: unknown, key: string) => void,
): EntityTable {
  let visible = confirmed;
  for (const layer of inSlot(confirmed, LAYERS)) {
    try {
      visible = withLayer(visible, layer, before, confirmed);
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
  state: EntityTable,
  layer: Layer,
  before: TableReader,
  confirmed: TableReader,
): EntityTable {
  const { endpoint, name, args, seq, fetchedAt, expiryLength, inFlight } = layer;
  const response = endpoint.getOptimisticResponse?.(snapshotOf(state, fetchedAt), ...args);
  const draft = new EntityTableDraft(state, before, confirmed);
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
  draft.put(LAYER_ROWS, [...inSlot(draft, LAYER_ROWS), layer.rows]);
  return draft.commit().table;
}

function snapshotOf(state: EntityTable, fetchedAt: number): OptimisticSnapshot {
  // The casts are safe: a value has the type of the schema it is read with.
  return {
    fetchedAt,
    abort: ABORT,
    get: (schema, ...args) => readSchema(state, schema, args) as never,
    getResponse: (endpoint: EndpointInterface, ...args: readonly unknown[]) => {
      const row = state.result(endpoint.key(...(args as never[])));
      if (!row?.hasResult) return readEndpoint(state, endpoint, args) as never;
      return readStored(state, endpoint.schema, row.result, args) as never;
    },
  };
}
