import { EntityWriter } from '../commits/EntityWriter.ts';
import type {
  EndpointInterface,
  OptimisticSnapshot,
} from '../../data/endpoint/EndpointInterface.ts';
import type { NewPk } from '../../data/normalize/EntityVisitor.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { COMPLETE, type Kind } from '../table/KindRows.ts';
import { inSlot } from '../table/StateSlot.ts';
import type { TableReader } from '../table/TableReader.ts';
import { readEndpoint, readSchema, readStored } from '../views/readState.ts';
import { LayerReads } from './LayerReads.ts';
import { type CreatedRow, type Layer, LAYER_ROWS, LAYERS } from './layers.ts';
import { placeholderPk, REAL_PKS } from './placeholders.ts';

type Report = (error: unknown, key: string) => void;

/** A function throws it if it predicts no response. */
const ABORT = /* @__PURE__ */ new Error(
  'No optimistic response: the function threw snapshot.abort.',
);

/**
 * Derives the visible state: the confirmed state with the optimistic responses of pending
 * mutations, in the order in which these were sent. It begins with the last visible state: rows
 * that changed below the layers are restored from the confirmed state, and only the layers that
 * depend on a restored row are replayed. So a layer costs what it touches, whatever else is pending.
 */
export class LayerReplay {
  /** The last states, and the layers between them; `undefined`: begin with the confirmed state. */
  #confirmed: EntityTable | undefined;
  #visible: EntityTable | undefined;
  #layers: readonly Layer[] = LAYERS.initial;
  /** The layers that depend on a row. */
  readonly #dependents = new Map<Kind, Map<string, Set<Layer>>>();

  /**
   * Records that equal those of `before`, the entities that observers know, keep their references.
   * If the function of a layer throws, the layer is empty; its error is reported once, unless it is
   * `snapshot.abort`.
   */
  show(confirmed: EntityTable, before: TableReader, report: Report): EntityTable {
    const layers = inSlot(confirmed, LAYERS);
    let visible = layers.length > 0 ? this.#replay(confirmed, layers, before, report) : confirmed;
    if (!visible) {
      this.#forget();
      // The cast holds: from the confirmed state on, all layers are replayed.
      visible = this.#replay(confirmed, layers, before, report)!;
    }
    if (visible === confirmed) this.#forget();
    else {
      this.#confirmed = confirmed;
      this.#visible = visible;
      this.#layers = layers;
    }
    return visible;
  }

  #forget(): void {
    this.#confirmed = this.#visible = undefined;
    this.#layers = LAYERS.initial;
    this.#dependents.clear();
  }

  /** `undefined` if all layers have to be replayed over the confirmed state. */
  #replay(
    confirmed: EntityTable,
    layers: readonly Layer[],
    before: TableReader,
    report: Report,
  ): EntityTable | undefined {
    const from = this.#confirmed ?? confirmed;
    const last = this.#visible ?? confirmed;
    // Rows that layers have added come after all confirmed rows.
    const isInOrder = confirmed.lastOrdinal === from.lastOrdinal;
    if (from.epoch !== confirmed.epoch || (last.lastOrdinal > from.lastOrdinal && !isInOrder)) {
      return undefined;
    }

    const restored = new EntityKeySet<Kind>();
    const replayed = new Set<Layer>();
    const restore = (kind: Kind, pk: string): void => {
      if (restored.has(kind, pk)) return;
      restored.add(kind, pk);
      const ofKind = this.#dependents.get(kind);
      if (pk === '') ofKind?.forEach((_, other) => restore(kind, other));
      else ofKind?.get('')?.forEach(replay);
      ofKind?.get(pk)?.forEach(replay);
    };
    const replay = (layer: Layer): void => {
      if (replayed.has(layer)) return;
      replayed.add(layer);
      layer.deps.forEach(restore);
    };
    if (from !== confirmed) {
      const { kinds, reservedKinds } = from.changesTo(confirmed);
      for (const rows of [...kinds, ...reservedKinds]) {
        for (const pk of rows.written()) restore(rows.key, pk);
      }
    }
    let start = 0;
    while (start < layers.length && layers[start] === this.#layers[start]) start++;
    const dropped = new Set(this.#layers.slice(start));
    const added = layers.slice(start).filter((layer) => !dropped.delete(layer));
    dropped.forEach(replay);
    for (const layer of replayed) this.#index(layer, 'delete');
    for (const layer of dropped) replayed.delete(layer);
    for (const layer of added) replayed.add(layer);

    const draft = new EntityTableDraft(last);
    let isOneFamily = true;
    restored.forEach((kind, pk) => {
      const source = confirmed.rowsOf(kind);
      const rows = draft.rows(kind);
      if (source && source.family !== rows.family) isOneFamily = false;
      else if (isOneFamily) rows.restore(pk, source);
    });
    if (!isOneFamily) return undefined;
    draft.slots = confirmed.slots;
    let visible = draft.commit().table;

    if (replayed.size > 0) {
      // Without a change below them, the other layers stay as they are.
      if (!restored.isEmpty) start = 0;
      // Rows may have been confirmed since a layer was replayed.
      let lastOrdinal = Math.max(confirmed.lastOrdinal, layers[start - 1]?.lastOrdinal ?? 0);
      const rest = layers.slice(start);
      let kept = 0;
      for (const layer of rest) if (!replayed.has(layer)) kept = layer.seq;
      for (const layer of rest) {
        if (replayed.has(layer)) {
          visible = withLayer(visible, layer, lastOrdinal, before, confirmed, report);
          // It may have added a row after those of later layers, or depend on rows with their effects.
          const isLast = layer.lastOrdinal > last.lastOrdinal || this.#hasLater(layer, restored);
          if (layer.seq < kept && isLast) return undefined;
          this.#index(layer, 'add');
        }
        lastOrdinal = Math.max(lastOrdinal, layer.lastOrdinal);
      }
    }
    const isSame = replayed.size + dropped.size === 0;
    const end = new EntityTableDraft(visible);
    end.lastOrdinal = Math.max(last.lastOrdinal, confirmed.lastOrdinal, visible.lastOrdinal);
    end.put(LAYER_ROWS, isSame ? inSlot(last, LAYER_ROWS) : layers.map(({ rows }) => rows));
    return end.commit().table;
  }

  #index(layer: Layer, change: 'add' | 'delete'): void {
    layer.deps.forEach((kind, pk) => {
      let ofKind = this.#dependents.get(kind);
      if (!ofKind) this.#dependents.set(kind, (ofKind = new Map()));
      let layers = ofKind.get(pk);
      if (!layers) ofKind.set(pk, (layers = new Set()));
      layers[change](layer);
      if (layers.size === 0) ofKind.delete(pk);
    });
  }

  /** Whether a later layer that is not replayed depends on the same rows. */
  #hasLater({ deps, seq }: Layer, restored: EntityKeySet<Kind>): boolean {
    let hasLater = false;
    deps.forEach((kind, pk) => {
      if (restored.has(kind, pk)) return;
      this.#dependents.get(kind)?.forEach((layers, other) => {
        if (pk !== '' && other !== '' && other !== pk) return;
        for (const layer of layers) hasLater ||= layer.seq > seq;
      });
    });
    return hasLater;
  }
}

function withLayer(
  state: EntityTable,
  layer: Layer,
  lastOrdinal: number,
  before: TableReader,
  confirmed: TableReader,
  report: Report,
): EntityTable {
  const { endpoint, name, args, seq, fetchedAt, expiryLength, inFlight } = layer;
  const draft = new EntityTableDraft(state, before, confirmed);
  // Rows that the layer had added get their slots back.
  draft.lastOrdinal = layer.lastOrdinal = lastOrdinal;
  const source = new LayerReads(draft);
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
  const created: CreatedRow[] = (layer.created = []);
  const newPk: NewPk = ({ makesPk, schema: { key, clientId: member } }, record) => {
    const placeholder = placeholderPk(seq, count++);
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
  // `reportsRows` is set.
  const touched = writer.touched!;
  const deps = (layer.deps = source.deps);
  layer.rows = touched;
  try {
    const response = endpoint.getOptimisticResponse?.(snapshotOf(source, fetchedAt), ...args);
    const { isUpdate, lookup = isUpdate, schema } = endpoint;
    const parentArgs = lookup ? endpoint.parentArgs?.(args) : undefined;
    const options = { args, parentArgs, subject: name, newPk };
    layer.result = writer.write(schema, response, options, lookup);
    const { table } = draft.commit();
    layer.lastOrdinal = table.lastOrdinal;
    return table;
  } catch (error) {
    layer.rows = new EntityKeySet();
    layer.result = undefined;
    if (error !== ABORT && layer.reported !== String(error)) {
      layer.reported = String(error);
      report(error, layer.key);
    }
    return state;
  } finally {
    deps.addAll(touched);
    deps.addAll(writer.versioned!);
    for (const [{ key }] of writer.completeClasses ?? []) deps.add(COMPLETE, key);
  }
}

function snapshotOf(state: TableReader, fetchedAt: number): OptimisticSnapshot {
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
