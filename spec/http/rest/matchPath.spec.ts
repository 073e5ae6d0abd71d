import * as fc from 'fast-check';
import { matchPath } from '../../../src/http/rest/buildUrl.ts';
import { parsePath } from '../../../src/http/rest/parsePath.ts';
import { randomTemplate, type RandomPart } from './randomTemplate.ts';
import { runs } from '../../support/runs.ts';

const matches = (template: string, path: string) => matchPath(parsePath(template).path, path);

/** The same template as a regular expression of the platform. */
function asPattern(parts: readonly RandomPart[]): string {
  return parts
    .map((part) => {
      if (part.type === 'text') {
        return part.text
          .replaceAll('\\', '%5C')
          .replaceAll(' ', '%20')
          .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      }
      if (part.type === 'group') return `(?:${asPattern(part.parts)})?`;
      return part.type === 'param' ? '[^/]+' : '.+';
    })
    .join('');
}

describe('matchPath', () => {
  it.each([
    ['/users/:id', '/users/1', true],
    ['/users/:id', '/users/', false],
    ['/users/:id', '/users/1/2', false],
    ['/users/:id', '/users', false],
    ['/users{/:id}', '/users', true],
    ['/users{/:id}', '/users/1', true],
    ['/files/*path', '/files/a/b/c', true],
    ['/files/*path', '/files/', false],
    ['/:a-:b', '/1-2', true],
    ['/:a-:b', '/1-2-3', true],
    ['/:a-:b', '/1-', false],
    ['/a b', '/a%20b', true],
    ['/users/\\:id', '/users/1', false],
  ])('template %s, path %s: %s', (template, path, expected) => {
    expect(matches(template, path)).toBe(expected);
  });

  it('decides as a regular expression of the template does', () => {
    const seen = { true: 0, false: 0 };
    const filler = fc.constantFrom('x', '1', '/', '-', '%20', '.json', '', 'y/z');
    const pathOf = (parts: readonly RandomPart[], fill: () => string): string =>
      parts
        .map((part) => {
          if (part.type === 'group') return fill() === 'x' ? '' : pathOf(part.parts, fill);
          if (part.type !== 'text') return fill();
          return part.text.replaceAll('\\', '%5C').replaceAll(' ', '%20');
        })
        .join('');
    fc.assert(
      fc.property(
        randomTemplate,
        fc.array(filler, { minLength: 8, maxLength: 8 }),
        (template, fills) => {
          let at = 0;
          const path = pathOf(template.parts, () => fills[at++ % fills.length]);
          const expected = new RegExp(`^${asPattern(template.parts)}$`, 'su').test(path);
          seen[`${expected}`]++;
          expect(matches(template.source, path)).toBe(expected);
        },
      ),
      { numRuns: runs(2_000) },
    );
    expect(seen.true).toBeGreaterThan(runs(300));
    expect(seen.false).toBeGreaterThan(runs(300));
  });

  it('takes time proportional to the path where regular expressions take exponential time', () => {
    const template = '/*a-*b-*c-*d-*e-*f-*g-*h/end';
    expect(matches(template, `/${'x-'.repeat(50_000)}`)).toBe(false);
    expect(matches(template, `/${'x-'.repeat(50_000)}/end`)).toBe(true);
  });
});
