import type { Page } from './LoadedList.ts';

/** A request for a further page. */
export class PageLoad {
  promise!: Promise<void>;
  readonly controller = new AbortController();
  params: Page['params'];
  /** The version of the list that the parameters follow from. */
  version: number;
  /** The data of the response, without items, if it is needed. */
  beside: unknown;
  /** The page that a commit is about to add. */
  arrived: Page | undefined;

  constructor(params: Page['params'], version: number) {
    this.params = params;
    this.version = version;
  }
}
