import { mergeRecords } from '../schema/mergeRecords.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { Stamp } from '../table/Stamp.ts';
import type { StoreDraft } from '../commits/StoreDraft.ts';
import type { HydrateAction, HydratedAnswer, HydratedRow } from '../store/Action.ts';
import { type AnswerRow, NO_ANSWER } from '../table/AnswerRow.ts';
import type { HydratedStamp } from '../views/stampReader.ts';

/**
 * Whether what comes from another store is later than what is here. Two stores have no order in common, so times decide: it has to have been
 * asked for after what is here had arrived. Among parts of one state, which have the place 0, the later one counts.
 */
function isLater(incoming: HydratedStamp, known: Omit<Stamp, 'expiresAt'>): boolean {
  return known.seq === 0
    ? incoming.fetchedAt >= known.fetchedAt
    : incoming.fetchedAt > known.receivedAt;
}

/** The place of what is known here stays: answers that are under way keep theirs before or behind it. Without one, all of them come later. */
function placed(stamp: HydratedStamp, seq = 0): Stamp {
  return { seq, ...stamp };
}

/** Writes a row unless what is here is later, which then only takes what it lacks. What was removed here stays away. */
function placeRow(table: EntityTableDraft, { kind, pk, record, stamp }: HydratedRow): void {
  const rows = table.rows(kind);
  const slot = rows.slotOf(pk);
  const known = rows.stampAt(slot);
  const existing = rows.recordAt(slot);
  if (!known) {
    if (record) rows.write(pk, record, placed(stamp));
    else rows.remove(pk, placed(stamp));
  } else if (existing && !record) {
    if (isLater(stamp, known)) rows.remove(pk, placed(stamp, known.seq));
  } else if (existing && record) {
    if (isLater(stamp, known)) {
      rows.write(pk, mergeRecords(existing, record), placed(stamp, known.seq));
    } else {
      rows.write(pk, shareStructure(existing, mergeRecords(record, existing)), known);
    }
  }
}

/** The answer to put in the place of the one that is here; `undefined`: that one stays. After an invalidation or expiry by a call here, it does. */
function placedAnswer(
  known: AnswerRow,
  { stamp, answered, result, error, errorPolicy, isExpired, isInvalidated }: HydratedAnswer,
): AnswerRow | undefined {
  const isMarked = known.expiredSeq > known.seq || known.invalidatedSeq > 0;
  if (isMarked || !isLater(stamp, known)) return undefined;
  const { seq, ...times } = placed(stamp, known.seq);
  return {
    ...NO_ANSWER,
    ...times,
    seq,
    result: shareStructure(known.result, result),
    answered,
    error,
    errorPolicy,
    expiredSeq: isExpired ? seq + 1 : 0,
    invalidatedSeq: isInvalidated ? seq + 1 : 0,
  };
}

/** Puts what another store knew beside what is here. */
export function applyHydrate(draft: StoreDraft, { kinds, rows, answers }: HydrateAction): void {
  for (const kind of kinds) draft.declare(kind);
  for (const row of rows) placeRow(draft.entities, row);
  for (const answer of answers) {
    const row = placedAnswer(draft.result(answer.key), answer);
    if (row) draft.setResult(answer.key, row);
  }
}
