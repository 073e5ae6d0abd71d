import type { EndpointAction } from '../commits/Action.ts';
import type { Apply, StoreDraft } from '../commits/StoreDraft.ts';
import { inSlot, StateSlot } from '../commits/StoreState.ts';
import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { Flight } from '../requests/Flights.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { RowSet } from '../table/RowSet.ts';
import { replacePlaceholders, seqOfPlaceholder } from './placeholderPk.ts';

/** A mutation was sent that shows at once what it will probably do. */
export interface OptimisticAction extends EndpointAction {
  readonly type: 'optimistic';
  readonly endpoint: EndpointInterface;
  /** Place in the store's order at which the mutation was sent. */
  readonly seq: number;
  /** When the mutation was sent, ms since epoch. */
  readonly fetchedAt: number;
  /** ms that what it shows is fresh. */
  readonly expiryLength: number;
}

/** A mutation has failed; what it has shown is gone. */
export interface RollbackAction extends EndpointAction {
  readonly type: 'rollback';
  /** Place in the store's order at which the mutation was sent. */
  readonly seq: number;
}

/** The optimistic response of a pending mutation, on top of what is confirmed. It is made anew whenever something beneath it changes. */
export interface Layer extends Omit<OptimisticAction, 'type'> {
  /** The normalized response that was visible last. */
  result: unknown;
  /** The rows that were visible last. */
  rows: RowSet;
  /** Its request; `undefined` until that is sent. */
  inFlight: Flight | undefined;
  /** The error that was reported last, so that a function which fails each time is reported once. */
  reported: string | undefined;
}

/** The layers of pending mutations, in the order in which they were sent. */
export const LAYERS = new StateSlot<readonly Layer[]>([]);

/** A layer that was not visible yet. */
export function newLayer(origin: Omit<OptimisticAction, 'type'>): Layer {
  const { key, name, args, endpoint, seq, fetchedAt, expiryLength } = origin;
  return {
    ...{ key, name, args, endpoint, seq, fetchedAt, expiryLength },
    result: undefined,
    rows: new RowSet(),
    inFlight: undefined,
    reported: undefined,
  };
}

/** Lays what a mutation shows over the rest. */
export const applyOptimistic: Apply<OptimisticAction> = (draft, action) => {
  draft.put(LAYERS, [...inSlot(draft, LAYERS), newLayer(action)]);
};

/** Drops the layer of a mutation that has failed, and those that refer to what it was to create. */
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

/** What is confirmed of the rows of these layers in the end, and equals what was visible of them, keeps its reference. */
export function dropLayers(draft: StoreDraft, dropped: ReadonlySet<Layer>): void {
  if (dropped.size === 0) return;
  draft.put(
    LAYERS,
    inSlot(draft, LAYERS).filter((layer) => !dropped.has(layer)),
  );
  for (const { rows } of dropped) shareWithVisible(draft, rows);
}

function shareWithVisible({ entities, visible }: StoreDraft, shared: RowSet): void {
  if (!visible) return;
  shared.forEach((kind, pk) => {
    const rows = entities.rows(kind);
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    const before = visible.get(kind, pk);
    if (!record || !before || shareStructure(before, record) !== before) return;
    // What has a record has a stamp.
    rows.write(pk, before, rows.stampAt(slot)!);
  });
}
