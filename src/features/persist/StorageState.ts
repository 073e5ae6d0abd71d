import { BehaviorSubject } from 'rxjs';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { LatestObservable } from '../../kernel/streams/LatestObservable.ts';
import type { Rendered, StateObservable } from '../../kernel/streams/StateObservable.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { DataStorage } from './SharedStorage.ts';

/**
 * Where the data of a store is kept. `opening`: it is not known yet. `storage`: it is stored.
 * `memory`: the storage failed or there is none, so nothing is stored. `outdated`: a later version
 * of the program has taken over the storage; a reload loads that version.
 */
export type StorageStatus = 'opening' | 'storage' | 'memory' | 'outdated';

/**
 * The status of a store's storage. In a file apart from all that stores data: components that show
 * the status do not load that.
 */
export class StorageState extends LatestObservable<StorageStatus> implements StoreFeature {
  /** What other features use to store more; `undefined` without a storage. */
  readonly shared: DataStorage | undefined;
  readonly #status: BehaviorSubject<StorageStatus>;

  /** Without `data` there is no storage. */
  constructor(
    internals: StoreInternals,
    data?: DataStorage & { readonly status: BehaviorSubject<StorageStatus> },
  ) {
    const status = data?.status ?? new BehaviorSubject<StorageStatus>('memory');
    super(status, () => internals.assertAlive());
    this.shared = data;
    this.#status = status;
  }

  /** A server has no storage, and a page begins with what the server has rendered. */
  override rendered(): Rendered<StorageStatus> {
    return { value: 'opening' };
  }

  reset(): void {}

  end(): void {
    this.#status.complete();
  }
}

/** What the storage of a store is used for. Throws `SB_OPTION_INVALID` without `persist`. */
export function storageStatus$(store: Store): StateObservable<StorageStatus> {
  const state = internalsOf(store).assertAlive().find(StorageState);
  if (state) return state;
  throw new StreambedError('SB_OPTION_INVALID', 'The store has no plugin persist.');
}
