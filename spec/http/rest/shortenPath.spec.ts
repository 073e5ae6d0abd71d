import * as fc from 'fast-check';
import { parsePath, shortenPath } from '../../../src/http/rest/parsePath.ts';
import { codeOf } from '../../data/endpoint/codeOf.ts';
import { paramsOf, randomTemplate } from './randomTemplate.ts';
import { runs } from '../../support/runs.ts';

describe('shortenPath', () => {
  it.each([
    ['/users/:id', '/users'],
    ['/:id', '/'],
    [':id', '/'],
    ['/users{/:id}', '/users'],
    ['{/:id}', '/'],
    ['/users/{:id}', '/users'],
    ['/groups/:group/users/:id', '/groups/:group/users'],
    ['/a{/:b{/:c}}', '/a{/:b}'],
    ['/a{/:b}/:c', '/a{/:b}'],
    ['/users/:id/photo', '/users'],
    ['/users/:first-:last', '/users'],
    ['/files/*path', '/files'],
    ['/users/:id?expand=all', '/users?expand=all'],
    ['/users/:"odd/name"', '/users'],
    ['/x\\{/:id', '/x\\{'],
    ['https://api.example.com:8080/users/:id', 'https://api.example.com:8080/users'],
    ['https://api.example.com/:id', 'https://api.example.com'],
  ])('shortens %s to %s', (path, expected) => {
    expect(shortenPath(path)).toBe(expected);
  });

  it.each(['/users', '/users?page=:page', '/'])(
    'refuses %s, which has no parameter in its path',
    (path) => {
      expect(codeOf(() => shortenPath(path))).toBe('SB_PATH_INVALID');
    },
  );

  it('returns a valid template with fewer parameters', () => {
    fc.assert(
      fc.property(randomTemplate, ({ source, parts }) => {
        const before = [...paramsOf(parts)].map(({ name }) => name);
        fc.pre(before.length > 0);
        const shorter = parsePath(shortenPath(source));
        const after = [...shorter.names].filter((name) => before.includes(name));
        expect(after.length).toBeLessThan(before.length);
        expect(before.slice(0, after.length)).toEqual(after);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
