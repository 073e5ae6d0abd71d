import type { Key } from './Key.ts';
import type { ReferenceModel } from './ReferenceModel.ts';
import { NOTHING } from './Rows.ts';

/** The state of a key, as far as the contract tells it. */
export interface Shown {
  readonly status: 'invalid' | 'stale' | 'valid';
  readonly data: string;
  readonly error: string | undefined;
  /** `undefined`: not told by the contract. */
  readonly fetching: boolean | undefined;
}

/** What a key shows, and what a reader has to do. */
export function showKey(model: ReferenceModel, key: Key): Shown {
  const { data, isComplete, expiresAt } = view(model, key);
  const isOwn = key.answer !== undefined || key.error !== undefined;
  const byCall = key.seq < key.expired;
  // A live source that is open keeps the data up to date.
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

function view(model: ReferenceModel, { spec, answer, invalidated }: Key) {
  const rows = model.users.visible;
  if (answer !== undefined) {
    const data =
      spec.kind === 'detail'
        ? model.users.show(answer as string, rows)
        : spec.kind === 'all'
          ? model.users.list()
          : spec.kind === 'list'
            ? model.users.list(answer)
            : (answer as string);
    return { data, isComplete: true, expiresAt: 0 };
  }
  // An invalidated key shows nothing until an answer, even where its entities are known.
  const isInferable =
    invalidated === 0 && (spec.kind === 'detail' || (spec.kind === 'all' && model.users.isKnown));
  if (!isInferable) return { data: NOTHING, isComplete: false, expiresAt: 0 };
  if (spec.kind === 'all')
    return { data: model.users.list(), isComplete: false, expiresAt: Infinity };
  return {
    data: model.users.show(spec.id!, rows),
    isComplete: true,
    expiresAt: rows.get(spec.id!)?.expiresAt ?? 0,
  };
}
