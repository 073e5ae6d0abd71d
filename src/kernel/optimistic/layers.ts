import type { Apply, EndpointAction } from '../commits/Action.ts';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import type { Call, Requests, ResolvedArgs } from '../requests/Requests.ts';
import type { Root } from '../streams/RetainedSource.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { inSlot, type StateSlot } from '../table/StateSlot.ts';
import type { TableReader } from '../table/TableReader.ts';
import { ownerOfPlaceholder, REAL_PKS, replacePlaceholders, withRealPks } from './placeholders.ts';

/** A mutation with an optimistic response was sent. */
export interface OptimisticAction extends EndpointAction {
  readonly type: 'optimistic';
  readonly endpoint: EndpointInterface;
  /** The seq at which the mutation was sent. */
  readonly seq: number;
  /** The text in the placeholder ids of the layer: that of the mutation. */
  readonly owner: string;
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

/** The optimistic response of a pending mutation, above the confirmed state. */
export type Layer = OptimisticAction;

/**
 * What a layer shows in a visible state: its normalized response, `undefined` if its function threw,
 * and the rows that it has written. Garbage collection keeps both.
 */
export interface ShownLayer extends Root {
  /** That of the layer. */
  readonly seq: number;
  readonly rows: EntityKeySet;
  /** The other rows that it has written: their own version decides which write wins. */
  readonly versioned: EntityKeySet;
  /** The entities with a client id that it creates. */
  readonly created: readonly CreatedRow[];
}

/** The layers of pending mutations, in the order in which these were sent. */
export const LAYERS: StateSlot<readonly Layer[]> = { initial: [] };

/** In a visible state: what its layers show, in their order. */
export const SHOWN_LAYERS: StateSlot<readonly ShownLayer[]> = { initial: [] };

/** In a visible state: the entities with a client id that its layers create, in their order. */
export const CREATED_ROWS: StateSlot<readonly CreatedRow[]> = { initial: [] };

/** What the layer of this `seq` shows in a visible state. */
export function shownLayer(visible: TableReader, seq: number): ShownLayer | undefined {
  const layers = inSlot(visible, SHOWN_LAYERS);
  let at = layers.length - 1;
  while (at >= 0 && layers[at].seq !== seq) at--;
  return layers[at];
}

/** A mutation that has a layer, with a request or without. */
export interface Shown extends Call, Pick<OptimisticAction, 'fetchedAt' | 'seq'> {
  readonly requests: Requests;
  /** The owner of the layer. */
  readonly id: string;
}

/** Shows the optimistic response of a mutation. */
export function showLayer({ args, endpoint, fetchedAt, id, key, requests, seq }: Shown): void {
  const { commits, options } = requests;
  const { name, dataExpiryLength: expiryLength = options.dataExpiryLength } = endpoint;
  commits.dispatch(
    { type: 'optimistic', key, name, args, endpoint, seq, owner: id, fetchedAt, expiryLength },
    applyOptimistic,
  );
}

/** Drops the layer of an owner, if there is one, and those that refer to its placeholder ids. */
export function dropLayer({ commits }: Requests, owner: string): void {
  const layer = layerOf(commits, owner);
  if (!layer) return;
  const { args, key, name, seq } = layer;
  commits.dispatch({ type: 'rollback', key, name, args, seq }, applyRollback);
}

/** Shows the layer of an owner with other args. */
export function replaceArgs({ commits }: Requests, owner: string, args: Layer['args']): void {
  const layer = layerOf(commits, owner);
  if (layer) commits.dispatch({ ...layer, args }, applyArgs);
}

const applyArgs: Apply<OptimisticAction> = (draft, action) => {
  const layers = inSlot(draft, LAYERS);
  draft.put(
    LAYERS,
    layers.map((layer) => (layer.seq === action.seq ? action : layer)),
  );
};

/** The layer of an owner, writes of an open batch included. */
function layerOf(commits: Requests['commits'], owner: string): Layer | undefined {
  const layers = commits.inSlot(LAYERS);
  // Mostly the last one: that of a mutation that is being sent.
  let at = layers.length - 1;
  while (at >= 0 && layers[at].owner !== owner) at--;
  return layers[at];
}

/** The args of a request, with the real pks that are known. */
export function resolveArgs({ commits, queue }: Requests, given: Layer['args']): ResolvedArgs {
  let ids: ResolvedArgs['ids'] = 'known';
  // Most programs use no layers: then args are not searched.
  if (commits.epoch === 0 && commits.slots.size === 0 && !queue) return { args: given, ids };
  const args = withRealPks(given, commits.inSlot(REAL_PKS));
  replacePlaceholders(args, (placeholder) => {
    const mayCome = queue?.isLoading || layerOf(commits, ownerOfPlaceholder(placeholder)!);
    if (!mayCome) ids = 'lost';
    else if (ids === 'known') ids = 'pending';
  });
  return { args, ids };
}

/** Puts a layer above all that are earlier: mostly above all others. */
const applyOptimistic: Apply<OptimisticAction> = (draft, action) => {
  const layers = [...inSlot(draft, LAYERS), action];
  if (layers[layers.length - 2]?.seq > action.seq) layers.sort((a, b) => a.seq - b.seq);
  draft.put(LAYERS, layers);
};

/** Drops the layer of a failed mutation, and all layers that refer to an entity it was creating. */
const applyRollback: Apply<RollbackAction> = (draft, { seq }) => {
  dropLayers(draft, lostWith(inSlot(draft, LAYERS), seq));
};

function lostWith(layers: readonly Layer[], seq: number): ReadonlySet<number> {
  const lost = new Set([seq]);
  const owners = new Set<string | undefined>();
  // A layer refers to ids of earlier ones.
  for (const layer of layers) {
    replacePlaceholders(layer.args, (placeholder) => {
      if (owners.has(ownerOfPlaceholder(placeholder))) lost.add(layer.seq);
    });
    if (lost.has(layer.seq)) owners.add(layer.owner);
  }
  return lost;
}

/**
 * Drops layers, named by their `seq`. Where a confirmed record equals the one that was visible with
 * its layer, the visible reference is kept.
 */
export function dropLayers(draft: EntityTableDraft, dropped: ReadonlySet<number>): void {
  const layers = inSlot(draft, LAYERS);
  const kept = layers.filter(({ seq }) => !dropped.has(seq));
  if (kept.length === layers.length) return;
  draft.put(LAYERS, kept);
  for (const seq of dropped) shareWithVisible(draft, shownLayer(draft.visible ?? draft, seq)?.rows);
}

function shareWithVisible(draft: EntityTableDraft, shared: EntityKeySet | undefined): void {
  const { visible } = draft;
  shared?.forEach((kind, pk) => {
    const rows = draft.rows(kind);
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    const before = visible?.get(kind, pk);
    if (!record || !before || shareStructure(before, record) !== before) return;
    // Every record has meta.
    rows.write(pk, before, rows.metaAt(slot)!);
  });
}
