import type { Show } from '../rest/Show.ts';

/**
 * The variables that a query declares:
 *
 * `Variables<'query User($id: ID!, $full: Boolean) { … }'>` → `{ id: string | number; full?: boolean | null }` ·
 * `Variables<'{ users { id } }'>` → `{}` · `Variables<string>` → `Record<string, unknown>`
 *
 * `ID` takes text and numbers, `Int` and `Float` numbers, `String` text, `Boolean` booleans, lists arrays, all other types anything.
 */
export type Variables<Q extends string> = string extends Q
  ? Record<string, unknown>
  : Members<Declared<Head<Q>>>;

/** What stands between the parentheses of the declaration: `Head<'query A($a: ID!) { a }'>` → `'$a: ID!'`. */
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

type Trim<T extends string> = T extends `${Space}${infer R}`
  ? Trim<R>
  : T extends `${infer R}${Space}`
    ? Trim<R>
    : T;
type Space = ' ' | '\n' | '\t' | '\r' | ',';
