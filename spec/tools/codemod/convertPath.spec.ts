import { convertPath } from '../../../src/tools/codemod/convertPath.ts';
import { parsePath } from '../../../src/http/rest/parsePath.ts';

describe('convertPath', () => {
  it.each([
    ['/users/:id?', '/users{/:id}'],
    ['/files/:path+', '/files/*path'],
    ['/files/:path*', '/files{/*path}'],
    ['/users/:id(\\d+)/posts', '/users/:id/posts'],
    ['/users{/:id}?', '/users{/:id}'],
    ['/image.:format?', '/image{.:format}'],
    ['/search\\?q=:q', '/search?q=:q'],
    ['http\\://example.com/:id', 'http\\://example.com/:id'],
  ])('translates %s to %s', (before, after) => {
    const { path, isUnclear } = convertPath(before);
    expect([path, isUnclear]).toEqual([after, false]);
    expect(() => parsePath(path)).not.toThrow();
  });

  it.each(['/users/:id', '/users{/:id}', '/files/*path', '/files{/*path}', '/a/:"b c"/d'])(
    'leaves %s as it is, also when it runs again',
    (path) => {
      expect(convertPath(path)).toEqual({ path, dropped: [], isUnclear: false });
    },
  );

  it.each(['/a/(.*)', '/a{/:b}*', '/search\\?{q=:q}'])('reports %s', (path) => {
    expect(convertPath(path).isUnclear).toBe(true);
  });
});
