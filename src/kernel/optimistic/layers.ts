import type { Apply, EndpointAction } from '../commits/Action.ts';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { InFlight } from '../requests/OverlapTracker.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { Kind } from '../table/KindRows.ts';
import { inSlot, type StateSlot } from '../table/StateSlot.ts';
import { replacePlaceholders, seqOfPlaceholder } from './placeholders.ts';

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

/** An entity that a layer creates, of a class with a client id. */
export interface CreatedRow {
  /** The entity key. */
  readonly key: string;
  /** The member that has the client id. */
  readonly member: string;
  readonly id: unknown;
  /** The placeholder id. */
  readonly pk: string;
}

/**
 * The optimistic response of a pending mutation, above the confirmed state. It is recomputed
 * whenever something that it depends on changes below it.
 */
export interface Layer extends OptimisticAction {
  /** The normalized response that was last visible. */
  result: unknown;
  /** The rows that were last visible. */
  rows: EntityKeySet;
  /** What it was made of, rows that it wrote included. An empty pk stands for all rows of a kind. */
  deps: EntityKeySet<Kind>;
  /** The entities with a client id that it created when it was last visible. */
  created: CreatedRow[];
  /** The highest insertion ordinal of confirmed rows, and of those that layers up to it have added. */
  lastOrdinal: number;
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
  return {
    ...action,
    result: undefined,
    rows: new EntityKeySet(),
    deps: new EntityKeySet(),
    created: [],
    lastOrdinal: -1,
    inFlight: undefined,
    reported: undefined,
  };
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
