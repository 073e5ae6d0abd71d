import { SB_COMPARATOR } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * A row is not where the comparator puts it: `SB_COMPARATOR`. The comparator reads something
 * outside of the rows, or is inconsistent.
 */
export class ComparatorError extends StreambedError {
  override readonly name = 'ComparatorError';

  /** `key`: the key of the row. */
  constructor(key: unknown) {
    super(
      SB_COMPARATOR,
      `The row ${String(key)} is not where the comparator puts it: the comparator setSource another order before.`,
    );
  }
}
