import { StreambedError } from '../shared/StreambedError.ts';
import { parsePath } from './parsePath.ts';
import type { ShortenedPath } from './ShortenedPath.ts';

/**
 * The path of the list that contains an item: the template up to its last segment with a parameter,
 * plus the query part. `/users/:id` → `/users`, `/:id` → `/`. Throws `SB_PATH_INVALID` if no
 * segment has a parameter.
 */
export function shortenPath<P extends string>(source: P): ShortenedPath<P> {
  const { lastSegment, queryAt } = parsePath(source);
  if (!lastSegment) {
    throw new StreambedError(
      'SB_PATH_INVALID',
      `Path template ${JSON.stringify(source)}: a resource needs a parameter in its path, like /users/:id.`,
    );
  }
  let path = source.slice(0, lastSegment.at);
  for (let open = lastSegment.depth; open > 0; open--) {
    const isEmpty = path.endsWith('{') && !path.endsWith('\\{');
    path = isEmpty ? path.slice(0, -1) : `${path}}`;
  }
  // The cast holds: the type shortens the literal as the code shortens the text.
  return ((path || '/') + source.slice(queryAt)) as ShortenedPath<P>;
}
