import { add, forEachOf, remove, type SmallSet } from '../../shared/smallSet.ts';
import { EntityWriter } from '../commits/EntityWriter.ts';
import type { NewPk } from '../../data/normalize/EntityVisitor.ts';
import type { InFlight } from '../requests/InFlight.ts';
import type { LiveRequest } from '../requests/Requests.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { COMPLETE, type Kind } from '../table/KindRows.ts';
import { inSlot } from '../table/StateSlot.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import { LayerReads } from './LayerReads.ts';
import { CREATED_ROWS, LAYERS, SHOWN_LAYERS } from './layers.ts';
import type { CreatedRow, Layer, ShownLayer } from './layers.ts';
import { ABORT, snapshotOf } from './optimisticSnapshot.ts';
import { placeholderPk, REAL_PKS } from './placeholders.ts';

/** The store whose mutations have the layers. */
interface LayeredStore {
  readonly requests: { readonly live: Iterable<LiveRequest> };
  report(error: unknown, key: string): void;
}

/** A layer in the last visible state. */
interface ReplayedLayer extends ShownLayer {
  readonly layer: Layer;
  /** What it was made of, rows that it wrote included. An empty pk stands for all rows of a kind. */
  readonly deps: EntityKeySet<Kind>;
  /** The highest insertion ordinal of confirmed rows, and of those that layers up to it have added. */
  readonly lastOrdinal: number;
}

/**
 * Derives the visible state: the confirmed state with the optimistic responses of pending
 * mutations, in the order in which these were sent. It begins with the last visible state: rows
 * that changed below the layers are restored from the confirmed state, and only the layers that
 * depend on a restored row are replayed. So a layer costs what it touches, whatever else is pending.
 */
export class LayerReplay {
  /** The last states; `undefined`: begin with the confirmed state. */
  #confirmed: EntityTable | undefined;
  #visible: EntityTable | undefined;
  /** The layers between them, in their order. */
  #shown: readonly ReplayedLayer[] = [];
  /** The layers that depend on a row. */
  readonly #dependents = new Map<Kind, Map<string, SmallSet<ReplayedLayer>>>();
  /** The last reported error of layers, by their arguments: those of each mutation are an array of its own. */
  readonly #reported = new WeakMap<object, string>();
  readonly #store: LayeredStore;

  constructor(store: LayeredStore) {
    this.#store = store;
  }

  /**
   * Records that equal those of `before`, the entities that observers know, keep their references.
   * `changes`: those of the commit that has made the confirmed state; while there are layers, each
   * commit comes here. If the function of a layer throws, the layer is empty; its error is reported
   * once, unless it is `snapshot.abort`.
   */
  show(confirmed: EntityTable, before: TableReader, changes: TableChanges): EntityTable {
    const layers = inSlot(confirmed, LAYERS);
    if (layers.length === 0) {
      this.#forget();
      return confirmed;
    }
    let visible = this.#replay(confirmed, layers, before, changes);
    if (!visible) {
      this.#forget();
      // The cast holds: from the confirmed state on, all layers are replayed.
      visible = this.#replay(confirmed, layers, before, changes)!;
    }
    this.#confirmed = confirmed;
    return (this.#visible = visible);
  }

  #forget(): void {
    this.#confirmed = this.#visible = undefined;
    this.#shown = [];
    this.#dependents.clear();
  }

  /** `undefined` if all layers have to be replayed over the confirmed state. */
  #replay(
    confirmed: EntityTable,
    layers: readonly Layer[],
    before: TableReader,
    { kinds, reservedKinds }: TableChanges,
  ): EntityTable | undefined {
    const from = this.#confirmed ?? confirmed;
    const last = this.#visible ?? confirmed;
    const known = this.#shown;
    // Rows that layers have added come after all confirmed rows.
    const isInOrder = confirmed.lastOrdinal === from.lastOrdinal;
    if (from.epoch !== confirmed.epoch || (last.lastOrdinal > from.lastOrdinal && !isInOrder)) {
      return undefined;
    }

    const restored = new EntityKeySet<Kind>();
    const replayed = new Set<ReplayedLayer>();
    const restore = (kind: Kind, pk: string): void => {
      if (restored.has(kind, pk)) return;
      restored.add(kind, pk);
      const ofKind = this.#dependents.get(kind);
      if (pk === '') ofKind?.forEach((_, other) => restore(kind, other));
      else forEachOf(ofKind?.get(''), replay);
      forEachOf(ofKind?.get(pk), replay);
    };
    const replay = (layer: ReplayedLayer): void => {
      if (replayed.has(layer)) return;
      replayed.add(layer);
      layer.deps.forEach(restore);
    };
    if (from !== confirmed) {
      for (const rows of [...kinds, ...reservedKinds]) {
        for (const pk of rows.written()) restore(rows.key, pk);
      }
    }
    if (layers !== inSlot(from, LAYERS)) {
      let at = 0;
      for (const shown of known) {
        while (layers[at]?.seq < shown.seq) at++;
        if (layers[at] !== shown.layer) replay(shown);
      }
    }
    for (const layer of replayed) this.#index(layer, remove);

    const draft = new EntityTableDraft(last);
    let isOneFamily = true;
    restored.forEach((kind, pk) => {
      const source = confirmed.rowsOf(kind);
      const rows = draft.rows(kind);
      if (source && source.family !== rows.family) isOneFamily = false;
      else if (isOneFamily) rows.restore(pk, source);
    });
    if (!isOneFamily) return undefined;
    const newest = (draft.lastOrdinal = Math.max(last.lastOrdinal, confirmed.lastOrdinal));
    const isReplayed = replayed.size > 0 || layers.length > known.length;
    // Mostly, a commit changes no layer and no slot.
    const keepsSlots = !isReplayed && confirmed.slots === from.slots;
    draft.slots = keepsSlots ? last.slots : confirmed.slots;
    let visible = draft.commit().table;
    if (keepsSlots) return visible;
    const created = [...inSlot(last, CREATED_ROWS)];

    if (isReplayed) {
      let end = known.length;
      while (end > 0 && replayed.has(known[end - 1])) end--;
      const top = known[end - 1] as ReplayedLayer | undefined;
      // Mostly a layer is added above all others, which stay as they are.
      const isAbove = replayed.size === 0 && layers[known.length - 1] === top?.layer;
      const shown = isAbove ? [...known] : [];
      if (!isAbove) created.length = 0;
      // Rows may have been confirmed since a layer was replayed.
      let lastOrdinal = Math.max(confirmed.lastOrdinal, (isAbove && top?.lastOrdinal) || 0);
      // By `seq`, those of the first layer that is replayed and of later ones.
      const sent = new Map<number, InFlight | undefined>();
      let at = 0;
      for (const layer of isAbove ? layers.slice(known.length) : layers) {
        while (known[at]?.seq < layer.seq) at++;
        let each = known[at];
        if (each?.layer !== layer || replayed.has(each)) {
          [visible, each] = this.#withLayer(visible, layer, lastOrdinal, before, confirmed, sent);
          // It may have added a row after those of later layers, or depend on rows with their effects.
          const hasAdded = each.lastOrdinal > last.lastOrdinal;
          if (top && layer.seq < top.seq && (hasAdded || this.#hasLater(each, restored)))
            return undefined;
          this.#index(each, add);
        }
        shown.push(each);
        created.push(...each.created);
        lastOrdinal = Math.max(lastOrdinal, each.lastOrdinal);
      }
      this.#shown = shown;
    }
    const end = new EntityTableDraft(visible);
    // A layer that was replayed begins below what later layers have added.
    end.lastOrdinal = Math.max(newest, visible.lastOrdinal);
    end.put(SHOWN_LAYERS, this.#shown);
    end.put(CREATED_ROWS, created);
    return end.commit().table;
  }

  #index(layer: ReplayedLayer, change: typeof add<ReplayedLayer>): void {
    layer.deps.forEach((kind, pk) => {
      let ofKind = this.#dependents.get(kind);
      if (!ofKind) this.#dependents.set(kind, (ofKind = new Map()));
      const layers = change(ofKind.get(pk), layer);
      if (layers) ofKind.set(pk, layers);
      else ofKind.delete(pk);
    });
  }

  /** Whether a later layer that is not replayed depends on the same rows. */
  #hasLater({ deps, seq }: ReplayedLayer, restored: EntityKeySet<Kind>): boolean {
    let hasLater = false;
    deps.forEach((kind, pk) => {
      if (restored.has(kind, pk)) return;
      this.#dependents.get(kind)?.forEach((layers, otherPk) => {
        if (pk !== '' && otherPk !== '' && otherPk !== pk) return;
        forEachOf(layers, (other) => (hasLater ||= other.seq > seq));
      });
    });
    return hasLater;
  }

  #withLayer(
    state: EntityTable,
    layer: Layer,
    lastOrdinal: number,
    before: TableReader,
    confirmed: TableReader,
    sent: Map<number, InFlight | undefined>,
  ): [EntityTable, ReplayedLayer] {
    const { endpoint, name, args, seq, fetchedAt, expiryLength } = layer;
    const { isUpdate, lookup = isUpdate, schema } = endpoint;
    const draft = new EntityTableDraft(state, before, confirmed);
    // Rows that the layer had added get their slots back.
    draft.lastOrdinal = lastOrdinal;
    const source = new LayerReads(draft);
    // Thousands of layers may be shown at once.
    if (sent.size === 0)
      for (const request of this.#store.requests.live)
        if (request.seq >= seq) sent.set(request.seq, request.inFlight);
    const inFlight = sent.get(seq);
    /** Confirmed rows with the client ids of created ones: the layer adds what they lack. */
    const arrived = new EntityKeySet();
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
        oldestInFlight: 0,
      },
      overtaken: {
        rows: { has: (key, pk) => arrived.has(key, pk) || inFlight?.has(key, pk) === true },
        seq: inFlight?.seq ?? seq,
      },
      sentSeq: seq,
      reportsRows: true,
      source,
    });
    let count = 0;
    const created: CreatedRow[] = [];
    const newPk: NewPk = ({ makesPk, schema: { key, clientId: member } }, record) => {
      const placeholder = placeholderPk(layer.owner, count++);
      let pk = placeholder;
      if (member !== undefined) {
        // `placeholder` alone would be replaced in arguments.
        const id = (record[member] ||= `${fetchedAt}:${pk}`);
        created.push({ key, member, id, pk });
        pk = inSlot(draft, REAL_PKS).get(pk) ?? draft.find(key, member, id)[0] ?? pk;
        if (pk !== placeholder) arrived.add(key, pk);
      }
      // An optimistic entity has to show its placeholder id, an arrived one its own.
      if (!makesPk) record['id'] = (draft.get(key, pk) as typeof record | undefined)?.['id'] ?? pk;
      return pk;
    };
    // The sets are there: `reportsRows` and `source` are given.
    const touched = writer.touched!;
    const written = writer.versioned!;
    const { deps } = source;
    let rows = touched;
    let versioned = written;
    let stored: unknown;
    let table = state;
    try {
      const response = endpoint.getOptimisticResponse?.(snapshotOf(source, fetchedAt), ...args);
      const parentArgs = lookup ? endpoint.parentArgs?.(args) : undefined;
      const options = { args, parentArgs, subject: name, newPk };
      stored = writer.write(schema, response, options, lookup);
      ({ table } = draft.commit());
      ({ lastOrdinal } = table);
    } catch (error) {
      rows = versioned = new EntityKeySet();
      if (error !== ABORT && this.#reported.get(args) !== String(error)) {
        this.#reported.set(args, String(error));
        this.#store.report(error, layer.key);
      }
    }
    deps.addAll(touched);
    deps.addAll(written);
    for (const [{ key }] of writer.completeClasses ?? []) deps.add(COMPLETE, key);
    return [
      table,
      { layer, seq, schema, stored, args, rows, versioned, created, deps, lastOrdinal },
    ];
  }
}
