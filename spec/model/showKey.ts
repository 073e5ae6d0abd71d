import type { Key } from './Key.ts';
import type { ReferenceModel } from './ReferenceModel.ts';
import { NOTHING } from './Rows.ts';

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
  const isOwn = key.result !== undefined || key.error !== undefined;
  const byCall = key.seq < key.expired;
  // An open live source keeps the data up to date.
  const isFollowed = key.current?.isOpen === true;
  const isOld = (isOwn ? key.expiresAt : expiresAt) < model.now;
  const isExpired = byCall || (isOld && !isFollowed);
  const hasFailed = key.error !== undefined && !isExpired;
  const expired = key.spec.invalidIfStale ? 'invalid' : 'stale';
  const isFresh = !isExpired && (isComplete || hasFailed);
  const status = data === NOTHING ? (hasFailed ? 'valid' : 'invalid') : isFresh ? 'valid' : expired;
  const requests = model.pending.filter((request) => request.key === key);
  const fetching = model.joinable(key) ? true : requests.length > 0 ? undefined : false;
  return {
    status,
    data: status === 'invalid' && byCall ? NOTHING : data,
    error: key.error,
    fetching,
  };
}

function view(model: ReferenceModel, { spec, result, invalidated }: Key) {
  const rows = model.users.visible;
  if (result !== undefined) {
    const data =
      spec.kind === 'detail'
        ? model.users.show(result as string, rows)
        : spec.kind === 'all'
          ? model.users.list()
          : spec.kind === 'list'
            ? model.users.list(result)
            : spec.kind === 'team'
              ? model.users.list(model.lists.idsOf(spec.arg!))
              : (result as string);
    return { data, isComplete: true, expiresAt: 0 };
  }
  // An invalidated key shows nothing until a response, even where its entities are known.
  const isInferable =
    invalidated === 0 &&
    ((spec.kind === 'detail' && spec.arg === undefined) ||
      (spec.kind === 'all' && model.users.isKnown));
  const list = invalidated === 0 && spec.kind === 'team' && model.lists.known.get(spec.arg!);
  if (list)
    return { data: model.users.list(list.ids), isComplete: true, expiresAt: list.expiresAt };
  if (!isInferable) return { data: NOTHING, isComplete: false, expiresAt: 0 };
  if (spec.kind === 'all')
    return { data: model.users.list(), isComplete: false, expiresAt: Infinity };
  return {
    data: model.users.show(spec.id!, rows),
    isComplete: true,
    expiresAt: rows.get(spec.id!)?.expiresAt ?? 0,
  };
}
