import type { Key } from './Key.ts';
import type { KeySpec } from './keys.ts';
import type { ReferenceModel } from './ReferenceModel.ts';
import { NOTHING, type Times } from './Rows.ts';

/** The state of a key, as far as the contract specifies it. */
export interface Shown {
  readonly status: 'invalid' | 'stale' | 'valid';
  readonly data: string;
  readonly error: string | undefined;
  /** `undefined`: not specified. */
  readonly fetching: boolean | undefined;
}

/** Computes the state of a key. */
export function showKey(model: ReferenceModel, key: Key): Shown {
  const { data, isComplete, expiresAt } = view(model, key);
  const newer = newerThanFailure(model, key);
  const error = newer ? undefined : key.error;
  const isOwn = !newer && (key.result !== undefined || error !== undefined);
  const byCall = key.seq < key.expired;
  // An open live source keeps the data up to date.
  const isFollowed = key.current?.isOpen === true;
  const isOld = (isOwn ? key.expiresAt : (newer?.expiresAt ?? expiresAt)) < model.now;
  const isExpired = byCall || (isOld && !isFollowed);
  const hasFailed = error !== undefined && !isExpired;
  const expired = key.spec.invalidIfStale ? 'invalid' : 'stale';
  const isFresh = !isExpired && (isComplete || hasFailed);
  const status = data === NOTHING ? (hasFailed ? 'valid' : 'invalid') : isFresh ? 'valid' : expired;
  const requests = model.pending.filter((request) => request.key === key);
  const fetching = model.joinable(key) ? true : requests.length > 0 ? undefined : false;
  return {
    status,
    data: status === 'invalid' && byCall ? NOTHING : data,
    error,
    fetching,
  };
}

/** What the argument of a failed key names, if a later write has brought it: the server has it now. */
function newerThanFailure(model: ReferenceModel, key: Key): Pick<Times, 'expiresAt'> | undefined {
  const { error, seq, spec } = key;
  if (error === undefined || spec.arg !== undefined || view(model, key).data === NOTHING)
    return undefined;
  const { users, docs } = model;
  const rows = { detail: users.visible, doc: docs.known } as const;
  const row =
    spec.kind === 'detail' || spec.kind === 'doc' ? rows[spec.kind].get(spec.id!) : undefined;
  return row && row.seq > seq ? row : undefined;
}

/** The data of a key, whether it is complete, and when data without a result of its own expires. */
function view(model: ReferenceModel, { spec, result, invalidated }: Key) {
  const { users, lists, docs } = model;
  const { kind, id = '' } = spec;
  if (result !== undefined)
    return { data: dataOf(model, spec, result), isComplete: true, expiresAt: 0 };
  const nothing = { data: NOTHING, isComplete: false, expiresAt: 0 };
  // An invalidated key shows nothing until a response, even where its entities are known.
  if (invalidated > 0) return nothing;
  const found = (row: Pick<Times, 'expiresAt'> | undefined, shown = id) => ({
    data: row ? dataOf(model, spec, shown) : NOTHING,
    isComplete: true,
    expiresAt: row?.expiresAt ?? 0,
  });
  if (kind === 'detail' && spec.arg === undefined) return found(users.visible.get(id));
  if (kind === 'doc') return found(docs.known.get(id));
  if (kind === 'team' && !spec.isNested) return found(lists.known.get(spec.list!));
  if (kind !== 'all' || !users.isKnown) return nothing;
  return { data: users.list(), isComplete: false, expiresAt: Infinity };
}

/** What a result shows. */
function dataOf(
  { users, lists, docs }: ReferenceModel,
  { kind, list }: KeySpec,
  result: readonly string[] | string,
): string {
  switch (kind) {
    case 'detail':
      return users.show(result as string);
    case 'doc':
      return docs.show(result as string);
    case 'docs':
      return docs.list(result as readonly string[]);
    case 'all':
      return users.list();
    case 'list':
      return users.list(result);
    case 'team':
      return users.list(lists.idsOf(list!));
    case 'raw':
      return result as string;
  }
}
