export interface UserRecord {
  id: string;
  name: string;
}

/** `type` is `link` or `post` in `/feed`; `/feed/mixed` also sends kinds no client schema knows. */
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

/** Everything the demo API serves. It lives in memory and is lost when the server ends. */
export interface ApiData {
  users: UserRecord[];
  feed: FeedRecord[];
  mixedFeed: FeedRecord[];
  profiles: ProfileRecord[];
  posts: PostRecord[];
  todos: TodoRecord[];
}
