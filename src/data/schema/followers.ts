import type { RecordFollower, StoreWalk } from './Schema.ts';

/** Makes the follower for one walk. */
type Follow = (walk: StoreWalk) => RecordFollower;

interface Following {
  readonly begin: Follow;
  /** The entity keys of the rows that follow. */
  readonly kinds: () => readonly string[];
}

const followers = new Map<string, Following>();

/** Has the changes of the records of an entity key followed, in all stores. */
export function follow(entityKey: string, begin: Follow, kinds: Following['kinds']): void {
  followers.set(entityKey, { begin, kinds });
}

/** The entity keys of the rows that follow the records of an entity key. */
export function kindsThatFollow(entityKey: string): readonly string[] {
  return followers.get(entityKey)?.kinds() ?? [];
}

/** Begins to follow the records of an entity key that a walk changes, if something does. */
export function beginFollowing(entityKey: string, walk: StoreWalk): RecordFollower | undefined {
  return followers.get(entityKey)?.begin(walk);
}
