import type { RecordFollower, StoreWalk } from './Schema.ts';

/** Makes the follower for one walk. */
type Follow = (walk: StoreWalk) => RecordFollower;

const followers = new Map<string, Follow>();

/** Has the changes of the records of an entity key followed, in all stores. */
export function follow(entityKey: string, begin: Follow): void {
  followers.set(entityKey, begin);
}

/** Begins to follow the records of an entity key that a walk changes, if something does. */
export function beginFollowing(entityKey: string, walk: StoreWalk): RecordFollower | undefined {
  return followers.get(entityKey)?.(walk);
}
