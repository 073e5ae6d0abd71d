import * as fc from 'fast-check';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { StreambedError } from '../../../src/shared/StreambedError.ts';
import { expectSame } from '../../support/expectSame.ts';
import {
  paramsOf,
  randomTemplate,
  type RandomPart,
  type RandomTemplate,
} from './randomTemplate.ts';
import { runs } from '../../support/runs.ts';

type Values = Record<string, unknown>;

const prefixes = [
  '',
  '/',
  '/api',
  '/api/v1/',
  'https://api.example.com',
  'https://api.example.com/',
  'http://localhost:8080/a/b',
  'http://localhost:8080/a/b//',
];
const page = 'https://page.example';

jest.setTimeout(120_000);

const hostileText = fc.oneof(
  fc.constantFrom(
    '.',
    '..',
    '...',
    '%2e',
    '%2E%2e',
    '.%2e',
    '../x',
    'a/b',
    'a/../b',
    '%2f..%2f',
    '/',
    '//',
  ),
  fc.constantFrom(
    '//evil.com',
    'https://evil.com/',
    'javascript:x',
    '@evil.com',
    ':80',
    'evil.com',
  ),
  fc.constantFrom(
    '\\',
    '\\\\evil.com',
    '\t',
    '\n',
    '\r\nx: y',
    '\0',
    '\u007f',
    '\u0085',
    ' ',
    '',
    '\u200b',
  ),
  fc.constantFrom(
    '?',
    '#',
    '&',
    '=',
    '%',
    '%00',
    '%zz',
    '+',
    ';',
    ',',
    "'",
    '"',
    '<',
    '[',
    '|',
    '^',
  ),
  fc.constantFrom(
    '\ud800',
    'x\udc00',
    '😀',
    'é',
    '日本',
    '__proto__',
    'constructor',
    'undefined',
    'null',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ maxLength: 6 }),
);
const hostileValue = fc.oneof(
  { weight: 8, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.bigInt(), fc.boolean()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(undefined, null, {}, [], new Date(NaN), () => 1, -0),
  },
);
const benignValue = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from('abcXYZ019 _-~!é日😀%&=?#@:+')),
    minLength: 1,
    maxLength: 6,
  }),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
);

/** A call of an endpoint with arguments of one kind. */
interface Call {
  readonly template: RandomTemplate;
  readonly prefix: string;
  readonly values: Values;
}

const calls = (value: fc.Arbitrary<unknown>, omit: fc.Arbitrary<boolean>): fc.Arbitrary<Call> =>
  fc.tuple(randomTemplate, fc.constantFrom(...prefixes)).chain(([template, prefix]) => {
    const entries = [...paramsOf(template.parts)].map(({ name, isWildcard, optional }) =>
      fc
        .tuple(
          isWildcard ? fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })) : value,
          omit,
        )
        .map(([given, isOmitted]): [string, unknown][] =>
          optional && isOmitted ? [] : [[name, given]],
        ),
    );
    const query = template.queryNames.map((name) => value.map((given) => [[name, given]]));
    const others = fc
      .dictionary(fc.constantFrom('z', 'y[]', 'x y', 'w', '&='), fc.oneof(value, fc.array(value)), {
        maxKeys: 2,
      })
      .map((members) => Object.entries(members));
    return fc.tuple(...entries, ...query, others).map((all) => ({
      template,
      prefix,
      values: Object.fromEntries(all.flat() as [string, unknown][]),
    }));
  });

const own = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** The decoded path that a call must have, its segments separated by NUL. */
function expectedPath(parts: readonly RandomPart[], values: Values): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text.replaceAll('/', '\0');
      if (part.type === 'group') {
        const inside = [...paramsOf(part.parts)];
        const isIn = inside.length === 0 || inside.some(({ name }) => own(values, name) != null);
        return isIn ? expectedPath(part.parts, values) : '';
      }
      const value = own(values, part.name);
      if (part.type === 'param') return String(value);
      return Array.isArray(value)
        ? value.map(String).join('\0')
        : String(value).replaceAll('/', '\0');
    })
    .join('');
}

/** The decoded query that a call must have. */
function expectedQuery({ template, values }: Call): [string, string][] {
  const pattern = template.queryNames.map((name, at): [string, string] => [
    `n${at}`,
    String(values[name]),
  ]);
  const inPath = new Set([...paramsOf(template.parts)].map(({ name }) => name));
  const others = Object.keys(values)
    .filter((name) => !inPath.has(name) && !template.queryNames.includes(name))
    .sort()
    .flatMap((name) =>
      [values[name]]
        .flat()
        .filter((value) => value !== undefined && !isEmpty(value))
        .map((value): [string, string] => [
          name,
          value === null ? '' : `${value as string | number}`,
        ]),
    );
  return [...pattern, ...others];
}

const isEmpty = (value: unknown) => typeof value === 'object' && JSON.stringify(value).length === 2;

/** Compares the request that `fetch` received with the call. */
function expectFaithful(url: string, call: Call): void {
  const parsed = new URL(url, page);
  const base = new URL(call.prefix, page);
  expectSame(parsed.origin, base.origin);
  const start = base.pathname.replace(/\/+$/, '');
  const segments = parsed.pathname.slice(start.length).split('/').map(decodeURIComponent);
  expectSame(parsed.pathname.startsWith(start), true);
  expectSame(segments.join('\0'), expectedPath(call.template.parts, call.values));
  expectSame([...parsed.searchParams], expectedQuery(call));
  expectSame(parsed.hash, '');
}

const urlErrors = new Set([
  'SB_PATH_PARAM_MISSING',
  'SB_PATH_PARAM_UNSAFE',
  'SB_URL_UNSAFE',
  'SB_KEY_UNSUPPORTED',
]);

/** Makes the call; returns the fetched URL, or the typed error before any request. */
async function outcome({ template, prefix, values }: Call): Promise<string | StreambedError> {
  const requested: string[] = [];
  const fetch = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    requested.push(url as string);
    return new Response(null, { status: 204 });
  });
  const endpoint = new RestEndpoint({ path: template.source, urlPrefix: prefix });
  const error: unknown = await endpoint(values).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  fetch.mockRestore();
  if (error === undefined && requested.length === 1) return requested[0];
  const isTyped =
    StreambedError.is(error) &&
    urlErrors.has(error.code) &&
    error.message.includes(`Endpoint "${endpoint.name}"`);
  if (isTyped && requested.length === 0) return error;
  throw error ?? new Error(`${requested.length} requests were made`);
}

/** The result, or undefined if the URL cannot be built. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (StreambedError.is(error)) return undefined;
    throw error;
  }
}

describe('the URL of a call', () => {
  it('contains exactly the arguments, on the origin of the template, or a typed error precedes any request', async () => {
    const seen = { built: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(calls(hostileValue, fc.boolean()), async (call) => {
        const result = await outcome(call);
        seen[typeof result === 'string' ? 'built' : 'refused']++;
        if (typeof result === 'string') expectFaithful(result, call);
      }),
      { numRuns: runs(5_000) },
    );
    expect(seen.built).toBeGreaterThan(runs(1_000));
    expect(seen.refused).toBeGreaterThan(runs(1_000));
  });

  it('is built for every harmless argument', async () => {
    const seen = { built: 0 };
    await fc.assert(
      fc.asyncProperty(calls(benignValue, fc.constant(false)), async (call) => {
        const result = await outcome(call);
        if (typeof result === 'string') {
          seen.built++;
          expectFaithful(result, call);
        } else if (result.code !== 'SB_URL_UNSAFE') {
          // The template's own text may contain two slashes at the start or dot segments.
          throw result;
        }
      }),
      { numRuns: runs(1_000) },
    );
    expect(seen.built).toBeGreaterThan(runs(700));
  });

  it('is recognized by testKey of its endpoint, and makes the same key only for the same request', () => {
    fc.assert(
      fc.property(
        calls(benignValue, fc.boolean()),
        calls(benignValue, fc.boolean()),
        ({ template, prefix, values }, other) => {
          const endpoint = new RestEndpoint({ path: template.source, urlPrefix: prefix });
          const built = attempt(() => [endpoint.key(values), endpoint.url(values)]);
          if (!built) return;
          const [key, url] = built;
          expect(endpoint.testKey(key)).toBe(true);
          expect(endpoint.extend({ method: 'PUT' }).testKey(key)).toBe(false);
          const otherEndpoint = new RestEndpoint({
            path: other.template.source,
            urlPrefix: other.prefix,
          });
          const otherBuilt = attempt(() => [
            otherEndpoint.key(other.values),
            otherEndpoint.url(other.values),
          ]);
          const [otherKey, otherUrl] = otherBuilt ?? ['', ''];
          expect(otherKey === key).toBe(otherUrl === url);
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it('has the same key as another call exactly if method, URL and sent body are equal', async () => {
    const seen = { same: 0, other: 0 };
    const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null);
    const call = fc.record({
      method: fc.constantFrom('POST', 'QUERY'),
      id: fc.constantFrom('1', 1, '2'),
      body: fc.oneof(fc.constantFrom(1, '1', { a: 1 }, { a: '1' }, [], {}), json),
    });
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).sort(([a], [b]) => (a < b ? 1 : -1));
      return Object.fromEntries(entries.map(([name, member]) => [name, shuffled(member)]));
    };
    /** The request as a server receives it, members in one order. */
    const sentBy = async (given: { method: string; id: string | number; body: unknown }) => {
      const endpoint = new RestEndpoint({
        path: '/s/:id',
        method: given.method,
        sideEffect: undefined,
      });
      const { method, headers, body } = await endpoint.getRequestInit(given.body);
      const type = (headers as Record<string, string>)['content-type'];
      const text = type ? JSON.stringify(sortMembers(JSON.parse(body as string))) : body;
      const url = endpoint.url({ id: given.id }, given.body);
      const key = endpoint.key({ id: given.id }, given.body);
      return { key, request: JSON.stringify([method, url, type, text]) };
    };
    await fc.assert(
      fc.asyncProperty(call, call, fc.boolean(), async (one, other, alike) => {
        const next = alike ? { ...one, body: shuffled(one.body) } : other;
        const [a, b] = await Promise.all([sentBy(one), sentBy(next)]);
        expect(a.key === b.key).toBe(a.request === b.request);
        seen[a.key === b.key ? 'same' : 'other']++;
      }),
      { numRuns: runs(2_000) },
    );
    expect(Math.min(seen.same, seen.other)).toBeGreaterThan(runs(500));
  });
});

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: entries.map(([name, member]) => [name, sortMembers(member)]) };
}
