import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { inSlot } from '../table/StateSlot.ts';
import { CREATED_ROWS, type Layer, LAYERS, SHOWN_LAYERS } from './layers.ts';
import { learnPks, REAL_PKS, withRealPks } from './placeholders.ts';

/**
 * Looks for confirmed rows with the client ids of those that layers create, and replaces layers that
 * create or refer to them: they are replayed with the real pks, as are layers above a row that was
 * `touched`. `found`: real pks by placeholder id, from the positions in a response; such a row gets
 * the client id if it has none. Runs before each commit: rows may arrive before the response to
 * their creation.
 */
export function takeCreated(
  draft: EntityTableDraft,
  found = new Map<string, string>(),
  touched?: EntityKeySet,
): void {
  const layers = inSlot(draft, LAYERS);
  // Most layers create none, so a commit does not look at each of them.
  for (const { key, member, id, pk } of inSlot(draft.visible ?? draft, CREATED_ROWS)) {
    const [real = found.get(pk)] = draft.find(key, member, id);
    const record = draft.get(key, real ?? '') as Readonly<Record<string, unknown>> | undefined;
    if (real === undefined || !record) continue;
    found.set(pk, real);
    if (record[member] !== undefined) continue;
    // Every record has meta.
    draft.rows(key).write(real, { ...record, [member]: id }, draft.meta(key, real)!);
  }
  const known = inSlot(draft, REAL_PKS);
  const learned = learnPks(known, found);
  if (learned !== known) draft.put(REAL_PKS, learned);
  if (!touched && learned === known) return;
  const replayed = new Set<number>();
  for (const { created, rows, seq } of inSlot(draft.visible ?? draft, SHOWN_LAYERS)) {
    const hasArrived = created.some(({ pk }) => learned.get(pk) !== known.get(pk));
    if (hasArrived || (touched && rows.meets(touched))) replayed.add(seq);
  }
  const next = (layer: Layer): Layer => {
    const args = learned === known ? layer.args : withRealPks(layer.args, learned);
    return args !== layer.args || replayed.has(layer.seq) ? { ...layer, args } : layer;
  };
  draft.put(LAYERS, layers.map(next));
}
