import type { Observable, OperatorFunction } from 'rxjs';
import { SB_OPTION_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { changesInput } from './changesInput.ts';
import { inputsStage } from './inputsStage.ts';
import type { OrderedChangeSet } from './OrderedChangeSet.ts';
import { orderedDifference } from './orderedDifference.ts';
import { OrderedRows } from './OrderedRows.ts';
import { parameterInput } from './parameterInput.ts';
import type { Range } from './Range.ts';
import { SetNumbering } from './SetNumbering.ts';
import type { WindowedChangeSet } from './WindowedChangeSet.ts';
import { WindowSet } from './WindowSet.ts';

/**
 * A part of a sorted list, for example the rows that a screen shows. The range is fixed or a
 * stream; nothing is emitted before its first range. Costs what the part has, not what the list
 * has. If only `total` changed, the set is a reset with the same rows.
 *
 * @example
 * ```ts
 * const range$ = new BehaviorSubject({ offset: 0, limit: 50 });
 * const shown$ = changes(store, Todo).pipe(sortChanges(byDate), windowChanges(range$), asArray());
 * ```
 */
export function windowChanges<K, V>(
  range: Range | Observable<Range>,
): OperatorFunction<OrderedChangeSet<K, V>, WindowedChangeSet<K, V>> {
  return (source) =>
    inputsStage<WindowedChangeSet<K, V>>((subscriber) => {
      const numbering = new SetNumbering();
      let last: { readonly rows: OrderedRows<K, V>; readonly total: number } | undefined;
      let set: OrderedChangeSet<K, V>;
      let { offset, limit } = NOTHING;

      return {
        inputs: [
          changesInput(source, (next) => (set = next)),
          parameterInput(range, (next) => ({ offset, limit } = checked(next))),
        ],
        emit() {
          const position = { total: set.size, offset };
          const end = offset + limit;
          const rows = OrderedRows.of(set.keys(offset, end), set.slice(offset, end));
          const changes = last && orderedDifference(last.rows, rows);
          if (last && changes?.length === 0 && last.total === position.total) return;
          last = { rows, total: position.total };
          const sent = changes?.length === 0 ? undefined : changes;
          subscriber.next(new WindowSet(numbering.follow(set.version), rows, position, sent));
        },
      };
    });
}

const NOTHING: Range = { offset: 0, limit: 0 };

function checked(range: Range): Range {
  const { offset, limit } = range;
  if (isCount(offset) && (isCount(limit) || limit === Infinity)) return range;
  throw new StreambedError(
    SB_OPTION_INVALID,
    `The range has offset ${String(offset)} and limit ${String(limit)}. Both must be whole numbers from 0; the limit may be Infinity.`,
  );
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
