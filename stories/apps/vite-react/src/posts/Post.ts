import { Entity, RestEndpoint, schema } from 'streambed';
import { urlPrefix } from '../api';

export class Post extends Entity {
  id = 0;
  title = '';
  content = '';
  static key = 'Post';
}

/** `getPosts` reads the first page, `getPosts.getPage` one more. `nextPage` is empty at the end. */
export const getPosts = new RestEndpoint({
  urlPrefix,
  path: '/post',
  schema: { results: new schema.Collection([Post]), nextPage: '' },
  paginationField: 'page',
});
