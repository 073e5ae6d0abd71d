import { type GQLError, GQLNetworkError } from './GQLNetworkError.ts';
import type { GQLResult } from './GQLOptions.ts';

/** The part of an operation that decides how to treat errors. */
interface Operation {
  readonly name: string;
  readonly url: string;
  readonly partialData: 'reject' | 'accept';
  process(data: unknown, variables: unknown, errors: readonly GQLError[]): unknown;
}

/**
 * The processed data of a response. Throws `GQLNetworkError` if there are errors; with
 * `partialData: 'accept'`, only if there is no data as well.
 */
export function usableData(
  operation: Operation,
  { data, errors = [] }: GQLResult,
  { variables, status }: { readonly variables: unknown; readonly status?: number },
): unknown {
  const isUsable =
    errors.length === 0 ||
    (operation.partialData === 'accept' && data !== null && data !== undefined);
  if (isUsable) return operation.process(data, variables, errors);
  throw new GQLNetworkError({
    endpoint: operation.name,
    url: operation.url,
    status,
    errors,
    data,
  });
}
