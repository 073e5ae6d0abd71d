import type { Show } from '../rest/PathArgs.ts';

/**
 * The variables that a query declares:
 *
 * `Variables<'query User($id: ID!, $full: Boolean) { … }'>` → `{ id: string | number; full?: boolean | null }` ·
 * `Variables<'{ users { id } }'>` → `{}` · `Variables<string>` → `Record<string, unknown>`
 *
 * `ID` takes text and numbers, `Int` and `Float` numbers, `String` text, `Boolean` booleans, lists
 * arrays, all other types anything.
 */
export type Variables<Q extends string> = string extends Q
  ? Record<string, unknown>
  : Members<Declared<Head<Operation<WithoutComments<Q>>>>>;

/** `WithoutComments<'a # b\n c'>` → `'a\n c'`. A `#` within quotes does not start a comment. */
type WithoutComments<
  Q extends string,
  Done extends string = '',
> = Q extends `${infer Line}#${infer Rest}`
  ? IsQuoted<Line> extends true
    ? WithoutComments<Rest, `${Done}${Line}#`>
    : Rest extends `${string}\n${infer Next}`
      ? WithoutComments<Next, `${Done}${TrimEnd<Line>}\n`>
      : `${Done}${Line}`
  : `${Done}${Q}`;

/** Whether a text ends within quotes: `IsQuoted<'a: "b'>` → `true`. */
type IsQuoted<T extends string> = T extends `${string}"${infer Rest}`
  ? Rest extends `${string}"${infer Next}`
    ? IsQuoted<Next>
    : true
  : false;

/**
 * The text from the operation on: `Operation<'fragment F on U { a } query Q { b }'>` → `'query Q {
 * b }'`.
 */
type Operation<Q extends string> =
  TrimStart<Q> extends `fragment${Space}${string}{${infer Body}`
    ? Operation<Behind<Body>>
    : TrimStart<Q>;

/**
 * The text after the closing brace: `Behind<'a { b } } c'>` → `' c'`. `Depth` has one item for each
 * open brace.
 */
type Behind<T extends string, Depth extends 0[] = [0]> = T extends `${infer Start}}${infer Rest}`
  ? Opened<Start, Depth> extends [0, ...infer Outer extends 0[]]
    ? Outer extends []
      ? Rest
      : Behind<Rest, Outer>
    : ''
  : '';
type Opened<T extends string, Depth extends 0[]> = T extends `${string}{${infer Rest}`
  ? Opened<Rest, [...Depth, 0]>
  : Depth;

/**
 * The text between the parentheses of the declaration: `Head<'query A($a: ID!) { a }'>` → `'$a:
 * ID!'`.
 */
type Head<Q extends string> = Q extends `${infer Start}(${infer Rest}`
  ? Start extends `${string}{${string}`
    ? ''
    : Before<Before<Before<Before<Rest, ') {'>, '){'>, ')\n'>, ') @'>
  : '';
type Before<T extends string, End extends string> = T extends `${infer H}${End}${string}` ? H : T;

/** Name and type: `Declared<'$id: ID!, $n: Int = 5'>` → `['id', 'ID!', false] | ['n', 'Int', true]`. */
type Declared<H extends string> = H extends `${string}$${infer Name}:${infer Rest}`
  ? Rest extends `${infer Type}$${infer Next}`
    ? Declaration<Name, Type> | Declared<`$${Next}`>
    : Declaration<Name, Rest>
  : never;
type Declaration<Name extends string, Type extends string> = [
  Trim<Name>,
  Trim<Before<Before<Type, '='>, '@'>>,
  Type extends `${string}=${string}` ? true : false,
];

type Members<D extends [string, string, boolean]> = Show<
  { [V in Extract<D, Required> as V[0]]: ValueOf<V[1]> } & {
    [V in Exclude<D, Required> as V[0]]?: ValueOf<V[1]> | null | undefined;
  }
>;
type Required = [string, `${string}!`, false];

/** `ValueOf<'[Int!]!'>` → `readonly number[]` · `ValueOf<'[Int]'>` → `readonly (number | null)[]` */
type ValueOf<T extends string> = T extends `${infer Inner}!`
  ? ValueOf<Inner>
  : T extends `[${infer Item}]`
    ? readonly (ValueOf<Trim<Item>> | (Trim<Item> extends `${string}!` ? never : null))[]
    : T extends keyof Scalars
      ? Scalars[T]
      : unknown;

interface Scalars {
  ID: string | number;
  Int: number;
  Float: number;
  String: string;
  Boolean: boolean;
}

type Trim<T extends string> = TrimEnd<TrimStart<T>>;
type TrimStart<T extends string> = T extends `${Space}${infer R}` ? TrimStart<R> : T;
type TrimEnd<T extends string> = T extends `${infer R}${Space}` ? TrimEnd<R> : T;
type Space = ' ' | '\n' | '\t' | '\r' | ',';
