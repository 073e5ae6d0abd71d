import { StreambedError } from '../../shared/StreambedError.ts';
import type { Page } from './LoadedList.ts';

/** A request for a further page. */
export class PageLoad {
  promise!: Promise<void>;
  params: Page['params'];
  /** The version of the list that the parameters follow from. */
  version: number;
  /** The data of the response, without items, if it is needed. */
  beside: unknown;
  /** The page that a commit is about to add. */
  arrived: Page | undefined;
  readonly #controller = new AbortController();

  constructor(params: Page['params'], version: number) {
    this.params = params;
    this.version = version;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Rejects the request with `SB_ABORTED`, unless it has settled. */
  abort(message: string): void {
    this.#controller.abort(new StreambedError('SB_ABORTED', message));
  }
}
