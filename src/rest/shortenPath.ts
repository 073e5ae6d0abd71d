import { StreambedError } from '../shared/StreambedError.ts';
import { parsePath } from './parsePath.ts';

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

/**
 * The type of {@link shortenPath}: `ShortenedPath<'/users/:id'>` → `'/users'` · `ShortenedPath<'/:id'>` → `'/'` ·
 * `ShortenedPath<'/users{/:id}'>` → `'/users'` · `ShortenedPath<'/groups/:group/users/:id'>` → `'/groups/:group/users'`
 */
export type ShortenedPath<P extends string> = string extends P
  ? string
  : P extends `${infer Path}?${infer Query}`
    ? `${Cut<Path>}?${Query}`
    : Cut<P>;

/** `Done` are the segments before `P`, `Found` those before the last segment with a parameter. */
type Cut<
  P extends string,
  Done extends string = '',
  Found extends string = '',
> = P extends `${infer Segment}/${infer Rest}`
  ? Cut<Rest, `${Done}${Segment}/`, Segment extends WithParam ? Done : Found>
  : (P extends WithParam ? Done : Found) extends `${infer Before}/`
    ? Closed<Before>
    : '/';
type WithParam = `${string}:${string}` | `${string}*${string}`;

/** `Closed<'/users{'>` → `'/users'` · `Closed<''>` → `'/'` · `Closed<'/a{/:b'>` → `'/a{/:b}'`. */
type Closed<P extends string> = P extends `${infer Before}{`
  ? Closed<Before>
  : P extends ''
    ? '/'
    : `${P}${Braces<P, ''>}`;
type Braces<P extends string, Open extends string> = P extends `${infer C}${infer Rest}`
  ? Braces<
      Rest,
      C extends '{' ? `${Open}}` : [C, Open] extends ['}', `${infer Outer}}`] ? Outer : Open
    >
  : Open;
