/** `Deletions<'abc'>` → `'bc' | 'ac' | 'ab'`. */
type Deletions<S extends string> = S extends `${infer First}${infer Rest}`
  ? Rest | `${First}${Deletions<Rest>}`
  : never;

/**
 * Two words share one of these texts if one typing error leads from one to the other: a letter too
 * many, too few, replaced, or swapped with its neighbour.
 */
type Variants<S extends string> = S | Deletions<S>;

/** Names this short are one letter away from too many other words. */
type ShortName = 'body' | 'key' | 'name' | 'path' | 'url';

/** Whether `S`, in lower case, looks like a misspelling of `K`, which begins with the same letter. */
type IsLike<S extends string, K extends string> =
  S extends Lowercase<K>
    ? true
    : K extends ShortName
      ? false
      : S extends `${infer First}${string}`
        ? Lowercase<K> extends `${First}${string}`
          ? [Variants<S> & Variants<Lowercase<K>>] extends [never]
            ? false
            : true
          : false
        : false;

/** The word that `S` misspells: `WordLike<'scema', 'schema' | 'path'>` → `'schema'`; else `never`. */
export type WordLike<S extends string, Words extends string> = {
  [K in Words]: IsLike<Lowercase<S>, K> extends true ? K : never;
}[Words];

/** The type of an option that has the wrong name or value. No value has it. */
export interface MisspelledOption<Hint extends string> {
  readonly [hint]: Hint;
}
declare const hint: unique symbol;

/**
 * Options may have further members, so the compiler accepts any name. This type refuses the names
 * that misspell one of the options `K`. `unknown` if all names are fine.
 */
export type Spelled<O, K> =
  Exclude<keyof O, K> extends never
    ? unknown
    : {
        readonly [
          N in Exclude<keyof O, K> & string as [WordLike<N, K & string>] extends [never] ? never : N
        ]: MisspelledOption<`Did you mean ${WordLike<N, K & string>}?`>;
      };

/**
 * The same for constructors of subclasses, which pass generic options on: `O`, or an object without
 * the misspelled names.
 */
export type WellSpelled<O, Options> = [MisspelledIn<O, keyof Options>] extends [never]
  ? O
  : Omit<O, MisspelledIn<O, keyof Options>> & Options;

/**
 * The members of `O` that misspell one of the options `K`: `MisspelledIn<{ scema: S; token: string
 * }, 'schema'>` → `'scema'`.
 */
type MisspelledIn<O, K> = {
  [N in Exclude<keyof O, K> & string]: [WordLike<N, K & string>] extends [never] ? never : N;
}[Exclude<keyof O, K> & string];
