import * as fc from 'fast-check';

/** A random template; the library receives `source`. */
export interface RandomTemplate {
  readonly source: string;
  readonly parts: readonly RandomPart[];
  /** Names of the parameters in the query part, which is `?n0=:q0&n1=:q1`. */
  readonly queryNames: readonly string[];
}

export type RandomPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'param' | 'wildcard'; readonly name: string }
  | { readonly type: 'group'; readonly parts: readonly RandomPart[] };

const names = [
  ...Array.from('abcdefgh'),
  'odd name',
  'größe',
  '__proto__',
  'constructor',
  'toString',
];
const text = fc.oneof(
  fc.constantFrom('/', '/x', '/users/', '-', '.json', ':', '*', '{', '}', ':8080/', 'ü', '😀', '"'),
  fc.string({
    unit: fc.constantFrom(...Array.from('abzAZ09._~-!$&(),;=@+\\ ')),
    minLength: 1,
    maxLength: 4,
  }),
);

const shape: fc.Arbitrary<readonly RandomPart[]> = fc.letrec<{
  parts: RandomPart[];
  part: RandomPart;
}>((tie) => ({
  parts: fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
  part: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'group' },
    { weight: 3, arbitrary: text.map((value) => ({ type: 'text' as const, text: value })) },
    { weight: 3, arbitrary: fc.constant({ type: 'param' as const, name: '' }) },
    { weight: 1, arbitrary: fc.constant({ type: 'wildcard' as const, name: '' }) },
    {
      weight: 1,
      arbitrary: tie('parts').map((parts) => ({
        type: 'group' as const,
        parts: [{ type: 'text' as const, text: '/' }, ...parts],
      })),
    },
  ),
})).parts;

/** Templates with text, parameters, wildcards, nested groups and a query part; names are unique. */
export const randomTemplate: fc.Arbitrary<RandomTemplate> = fc
  .tuple(shape, fc.shuffledSubarray(names, { minLength: names.length }), fc.nat({ max: 2 }))
  .map(([parts, order, queries]) => {
    const free = [...order];
    const named = nameParts([{ type: 'text', text: '/' }, ...parts], free);
    const queryNames = free.splice(0, queries);
    const query = queryNames.map((name, at) => `n${at}=:"${name}"`).join('&');
    return { parts: named, queryNames, source: print(named) + (query && `?${query}`) };
  });

function nameParts(parts: readonly RandomPart[], free: string[]): RandomPart[] {
  const named: RandomPart[] = [];
  for (const part of parts) {
    if (part.type === 'text') named.push(part);
    else if (part.type === 'group') named.push({ ...part, parts: nameParts(part.parts, free) });
    else if (free.length > 2) {
      // `:a*b` is refused: it looks like a repetition.
      if (part.type === 'wildcard') named.push({ type: 'text', text: '-' });
      named.push({ ...part, name: free.shift()! });
    }
  }
  return named;
}

function print(parts: readonly RandomPart[]): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text.replace(/[^a-zA-Z0-9/]/gu, '\\$&');
      if (part.type === 'group') return `{${print(part.parts)}}`;
      return `${part.type === 'param' ? ':' : '*'}"${part.name}"`;
    })
    .join('');
}

/** Every parameter of the path, and whether a group makes it optional. */
export function* paramsOf(
  parts: readonly RandomPart[],
  optional = false,
): Iterable<{ name: string; isWildcard: boolean; optional: boolean }> {
  for (const part of parts) {
    if (part.type === 'group') yield* paramsOf(part.parts, true);
    else if (part.type !== 'text') {
      yield { name: part.name, isWildcard: part.type === 'wildcard', optional };
    }
  }
}
