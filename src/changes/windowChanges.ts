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
 * A part of a sorted list: what a screen shows of it. The range is fixed or a stream; until that gives the first one nothing is emitted. Costs what the
 * part has, not what the list has. Where only the `total` is another, the set is a reset with the same rows.
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
          const place = { total: set.size, offset };
          const end = offset + limit;
          const rows = OrderedRows.of(set.keys(offset, end), set.slice(offset, end));
          const changes = last && orderedDifference(last.rows, rows);
          if (last && changes?.length === 0 && last.total === place.total) return;
          last = { rows, total: place.total };
          const said = changes?.length === 0 ? undefined : changes;
          subscriber.next(new WindowSet(numbering.follow(set.version), rows, place, said));
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
    `The range from ${String(offset)} with ${String(limit)} rows is no part of a list: whole numbers from 0 are.`,
  );
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
