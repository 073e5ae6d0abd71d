import type { RequestRecord } from '../../inspect/Recording.ts';

/** The requests in whose place others were sent, and those that were sent in place of others. */
export interface Conflicts {
  /** By the id of a request: the one in whose place it was sent. */
  readonly replaces: ReadonlyMap<number, RequestRecord>;
  /** By the id of a request: the one that was sent in its place. */
  readonly replacedBy: ReadonlyMap<number, RequestRecord>;
}

/** Finds the requests that were sent because an earlier one of the same key overlapped a mutation. */
export function conflictsOf(requests: readonly RequestRecord[]): Conflicts {
  const latest = new Map<string, RequestRecord>();
  const replaces = new Map<number, RequestRecord>();
  const replacedBy = new Map<number, RequestRecord>();
  for (const request of requests) {
    const before = latest.get(request.key);
    if (request.reason.code === 'conflict' && before) {
      replaces.set(request.id, before);
      replacedBy.set(before.id, request);
    }
    if (!request.isMutation) latest.set(request.key, request);
  }
  return { replaces, replacedBy };
}

/** The requests that overlap one, as far as they are recorded. */
export function overlapping(
  { overlaps }: RequestRecord,
  byId: ReadonlyMap<number, RequestRecord>,
): RequestRecord[] {
  return overlaps.flatMap((id) => byId.get(id) ?? []);
}
