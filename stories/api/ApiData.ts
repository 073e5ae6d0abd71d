export interface UserRecord {
  id: string;
  name: string;
}

/**
 * `type` is `link` or `post` in `/feed`; `/feed/mixed` also sends types that no client schema maps.
 */
export interface FeedRecord {
  id: number;
  type: string;
  [field: string]: unknown;
}

export interface ProfileRecord {
  id: string;
  fullName: string;
  bio: string;
}

export interface PostRecord {
  id: number;
  title: string;
  content: string;
}

export interface TodoRecord {
  id: number;
  title: string;
  done: boolean;
}

/** All data of the demo API. It is in memory and lost when the server ends. */
export interface ApiData {
  users: UserRecord[];
  feed: FeedRecord[];
  mixedFeed: FeedRecord[];
  profiles: ProfileRecord[];
  posts: PostRecord[];
  todos: TodoRecord[];
}
