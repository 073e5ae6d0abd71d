import { SB_COMPARATOR } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** A row is not where the comparator says it is: `SB_COMPARATOR`. The comparator reads something that is not in the rows, or has no order. */
export class ComparatorError extends StreambedError {
  override readonly name = 'ComparatorError';

  /** `key`: that of the row. */
  constructor(key: unknown) {
    super(
      SB_COMPARATOR,
      `The row ${String(key)} is not where the comparator says it is: it compares other than before.`,
    );
  }
}
