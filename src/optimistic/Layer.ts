import type { EndpointAction } from '../commits/Action.ts';
import type { Apply, StoreDraft } from '../commits/StoreDraft.ts';
import { inSlot, StateSlot } from '../commits/StoreState.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { InFlight } from '../requests/OverlapTracker.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
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
export const LAYERS = new StateSlot<readonly Layer[]>([]);

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
export function dropLayers(draft: StoreDraft, dropped: ReadonlySet<Layer>): void {
  if (dropped.size === 0) return;
  draft.put(
    LAYERS,
    inSlot(draft, LAYERS).filter((layer) => !dropped.has(layer)),
  );
  for (const { rows } of dropped) shareWithVisible(draft, rows);
}

function shareWithVisible({ entities, visible }: StoreDraft, shared: EntityKeySet): void {
  if (!visible) return;
  shared.forEach((kind, pk) => {
    const rows = entities.rows(kind);
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    const before = visible.get(kind, pk);
    if (!record || !before || shareStructure(before, record) !== before) return;
    // Every record has meta.
    rows.write(pk, before, rows.stampAt(slot)!);
  });
}
