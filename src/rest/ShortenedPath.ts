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
