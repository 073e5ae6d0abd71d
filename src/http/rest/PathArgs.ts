/**
 * The parameters of a path template, including those of its query part:
 *
 * `PathArgs<'/users/:id'>` → `{ id: string | number }` ·
 * `PathArgs<'/search{/:page}?q=:q'>` → `{ q: string | number; page?: string | number }` ·
 * `PathArgs<'/files/*path'>` → `{ path: string | readonly string[] }` · `PathArgs<string>` → `Record<string, unknown>`
 */
export type PathArgs<P extends string> = string extends P
  ? Record<string, unknown>
  : Members<Scan<P, '', never>>;

interface Param<N extends string = string, V = unknown, Optional extends boolean = boolean> {
  name: N;
  value: V;
  optional: Optional;
}

type Members<A extends Param> = Show<
  { [M in Extract<A, { optional: false }> as M['name']]: M['value'] } & {
    [M in Extract<A, { optional: true }> as M['name']]?: M['value'] | undefined;
  }
>;

/**
 * Scans the template letter by letter and collects the parameters in `A`. `In` is `'?'` in the
 * query part, else one brace per open group.
 */
type Scan<P extends string, In extends string, A extends Param> = P extends `${infer C}${infer R}`
  ? C extends '\\'
    ? R extends `${string}${infer After}`
      ? Scan<After, In, A>
      : A
    : C extends ':'
      ? AfterName<TakeName<R>, string | number, In, A>
      : In extends '?'
        ? Scan<R, In, A>
        : C extends '*'
          ? AfterName<TakeName<R>, string | readonly string[], In, A>
          : Scan<R, Enter<C, In>, A>
  : A;

type Enter<C extends string, In extends string> = C extends '?'
  ? '?'
  : C extends '{'
    ? `{${In}`
    : [C, In] extends ['}', `{${infer Outer}`]
      ? Outer
      : In;

/** Continues after a name. Without a name (`://`, `:8080`) the colon is text. */
type AfterName<
  T extends [name: string, rest: string],
  V,
  In extends string,
  A extends Param,
> = Scan<
  T[1],
  In,
  T[0] extends '' ? A : A | Param<T[0], V, In extends `{${string}` ? true : false>
>;

/** `TakeName<'id/x'>` → `['id', '/x']` · `TakeName<'"a b"/x'>` → `['a b', '/x']` · `TakeName<'8080/x'>` → `['', '8080/x']`. */
type TakeName<R extends string> = R extends `"${infer Name}"${infer After}`
  ? [Name, After]
  : R extends `${Digit}${string}`
    ? ['', R]
    : TakeWord<R, ''>;

type TakeWord<R extends string, Name extends string> = R extends `${infer C}${infer After}`
  ? C extends WordLetter
    ? TakeWord<After, `${Name}${C}`>
    : [Name, R]
  : [Name, ''];

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
// prettier-ignore
type Letter =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm'
  | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z';
type WordLetter = Letter | Uppercase<Letter> | Digit | '_' | '$';

/**
 * Turns an intersection into one object type, for editors and messages: `Show<{ a: 1 } & { b: 2 }>`
 * → `{ a: 1; b: 2 }`.
 */
export type Show<T> = T extends infer U ? { [K in keyof U]: U[K] } : never;
