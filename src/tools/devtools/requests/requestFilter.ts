import type { RequestRecord } from '../../inspect/Recording.ts';
import type { Redactor } from '../redact.ts';
import { textFilter, textsOfRequest } from '../timeline/entryFilter.ts';

/** Requests of one sort. */
export type RequestSort = 'all' | 'reads' | 'mutations' | 'running' | 'failed' | 'conflicts';

/** What the list of requests shows. */
export interface RequestFilter {
  /** All of its words must occur, in any order; upper and lower case are equal. */
  readonly text: string;
  readonly sort: RequestSort;
}

export const NO_REQUEST_FILTER: RequestFilter = { text: '', sort: 'all' };

const TESTS: Readonly<Record<RequestSort, (request: RequestRecord) => boolean>> = {
  all: () => true,
  reads: ({ isMutation }) => !isMutation,
  mutations: ({ isMutation }) => isMutation,
  running: ({ outcome }) => outcome === 'pending' || outcome === 'open',
  failed: ({ outcome }) => outcome === 'failed' || outcome === 'aborted',
  conflicts: ({ overlaps, reason }) => overlaps.length > 0 || reason.code === 'conflict',
};

/** The requests that a filter leaves, in their order. */
export function filterRequests(
  requests: readonly RequestRecord[],
  { sort, text }: RequestFilter,
  redactor: Redactor,
): readonly RequestRecord[] {
  const matches = textFilter(text);
  const isOfSort = TESTS[sort];
  return requests.filter(
    (request) => isOfSort(request) && matches(() => textsOfRequest(request, redactor)),
  );
}
