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

type Cut<P extends string> =
  Closed<Joined<WithoutLastParam<Split<P>>>> extends infer C extends string
    ? C extends ''
      ? '/'
      : C
    : never;

type Split<P extends string> = P extends `${infer Segment}/${infer Rest}`
  ? [Segment, ...Split<Rest>]
  : [P];

type WithoutLastParam<S extends string[]> = S extends [...infer Before extends string[], infer Last]
  ? Last extends `${string}:${string}` | `${string}*${string}`
    ? Before
    : WithoutLastParam<Before>
  : [];

type Joined<S extends string[]> = S extends [
  infer First extends string,
  ...infer Rest extends string[],
]
  ? Rest extends []
    ? First
    : `${First}/${Joined<Rest>}`
  : '';

/** `Closed<'/users{'>` → `'/users'` · `Closed<'/a{/:b'>` → `'/a{/:b}'`. */
type Closed<P extends string> = P extends `${infer Before}{`
  ? Closed<Before>
  : `${P}${Braces<P, ''>}`;
type Braces<P extends string, Open extends string> = P extends `${infer C}${infer Rest}`
  ? Braces<
      Rest,
      C extends '{' ? `${Open}}` : [C, Open] extends ['}', `${infer Outer}}`] ? Outer : Open
    >
  : Open;
