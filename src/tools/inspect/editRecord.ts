import { deepFreeze } from '../../shared/deepFreeze.ts';
import type { EditAction } from '../../kernel/store/Action.ts';
import { RowChangesFollower } from '../../kernel/commits/followRows.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';

type Members = Readonly<Record<string, unknown>>;

/** Commits a record in place of the confirmed one, unless the entity is unknown. */
export function editRecord(
  { commits, requests }: StoreInternals,
  entityKey: string,
  pk: string,
  record: object,
): void {
  const known = commits.latest.confirmed.meta(entityKey, pk);
  if (!known) return;
  const confirmed = commits.latest.confirmed.get(entityKey, pk);
  const visible = commits.shown.visible.get(entityKey, pk);
  const isPredicted = confirmed && visible && confirmed !== visible;
  const next = isPredicted ? withoutPrediction(record, visible, confirmed) : record;
  const meta = { ...known, seq: requests.nextSeq() };
  const edit: EditAction = { type: 'edit', entityKey, pk, record: deepFreeze(next), meta };
  commits.dispatch(edit, applyEdit);
}

/** What was edited is the visible record: its other members must not confirm a prediction. */
function withoutPrediction(edited: object, visible: object, confirmed: object): object {
  const [shown, stored] = [visible, confirmed] as Members[];
  const members = Object.entries(edited).flatMap(([name, value]) => {
    if (!Object.is(value, shown[name])) return [[name, value]];
    return Object.hasOwn(stored, name) ? [[name, stored[name]]] : [];
  });
  return Object.fromEntries(members) as object;
}

function applyEdit(draft: EntityTableDraft, { entityKey, pk, record, meta }: EditAction): void {
  const follower = new RowChangesFollower(draft, meta);
  const before = follower.follows(entityKey) ? draft.get(entityKey, pk) : undefined;
  draft.rows(entityKey).write(pk, record, meta);
  follower.changed(entityKey, pk, before);
  follower.end();
}
