import { RestEndpoint } from 'streambed';
import { PaginatedPost } from './PaginatedPost.ts';

export const getPosts = new RestEndpoint({
  path: '/post?page=:page',
  schema: { results: [PaginatedPost], nextPage: '', lastPage: '' },
});
