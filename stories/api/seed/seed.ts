import type { ApiData } from '../ApiData.ts';
import { seedFeed } from './seedFeed.ts';
import { seedMixedFeed } from './seedMixedFeed.ts';
import { seedPosts } from './seedPosts.ts';
import { seedProfiles } from './seedProfiles.ts';
import { seedTodos } from './seedTodos.ts';
import { seedUsers } from './seedUsers.ts';

/** A deep copy of the starting data; `overrides` replaces members of it. */
export function seed(overrides: Partial<ApiData> = {}): ApiData {
  return structuredClone({
    users: [...seedUsers],
    feed: [...seedFeed],
    mixedFeed: [...seedMixedFeed],
    profiles: [...seedProfiles],
    posts: [...seedPosts],
    todos: [...seedTodos],
    ...overrides,
  });
}
