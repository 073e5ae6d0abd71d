import { Entity, RestEndpoint, schema } from 'streambed';
import { urlPrefix } from '../api';

export class Post extends Entity {
  id = 0;
  title = '';
  content = '';
  static key = 'Post';
}

/** Each page names the next one; at the end, `nextPage` is empty. */
export const getPosts = new RestEndpoint({
  urlPrefix,
  path: '/post',
  searchParams: {} as { page?: string },
  schema: { results: new schema.Collection([Post]), nextPage: '' },
  pages: { next: ({ nextPage }) => ({ page: nextPage }) },
});
