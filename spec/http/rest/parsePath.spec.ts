import { parsePath } from '../../../src/http/rest/parsePath.ts';
import { codeOf } from '../../data/endpoint/codeOf.ts';

const namesOf = (source: string) => {
  const { names, required } = parsePath(source);
  return [[...names], [...required]];
};

describe('parsePath', () => {
  it.each<[string, string[], string[]]>([
    ['/users', [], []],
    ['/users/:id', ['id'], ['id']],
    ['/users{/:id}', ['id'], []],
    ['/a{/:b{/:c}}/:d', ['b', 'c', 'd'], ['d']],
    ['/files/*path', ['path'], ['path']],
    ['/files{/*path}', ['path'], []],
    ['/:a-:b.json', ['a', 'b'], ['a', 'b']],
    ['/:"odd name"/*"größe"', ['odd name', 'größe'], ['odd name', 'größe']],
    ['/post?page=:page&sort=up', ['page'], ['page']],
    ['/post?q={:q}&s=*', ['q'], ['q']],
    ['https://api.example.com:8080/users/:id', ['id'], ['id']],
    ['/at/12:30/:id', ['id'], ['id']],
    ['/\\:id/\\*x/\\{y\\}/\\?z', [], []],
    ['/:__proto__/:constructor', ['__proto__', 'constructor'], ['__proto__', 'constructor']],
    ['/:$a_1', ['$a_1'], ['$a_1']],
  ])('finds the parameters of %s', (source, names, required) => {
    expect(namesOf(source)).toEqual([names, required]);
  });

  it('encodes text for a URL', () => {
    expect(parsePath('/a b\\?c\\#d\\\\e?x=1 2?3\\:4')).toMatchObject({
      path: ['/a%20b%3Fc%23d%5Ce'],
      query: ['x=1%202?3:4'],
    });
  });

  it.each<[string, number, string]>([
    ['/users/:', 7, 'a name must follow'],
    ['/users/:-x', 7, 'a name must follow'],
    ['/users/*', 7, 'a name must follow'],
    ['/users/:"id', 7, 'the quoted name is empty or not closed'],
    ['/users/:""', 7, 'the quoted name is empty or not closed'],
    ['/users{/:id', 6, 'this brace is not closed'],
    ['/users}/:id', 6, 'this brace closes nothing'],
    ['/users/:id?', 10, 'the query part is empty'],
    ['/users{?page=:page}', 7, 'the query part cannot be in a group'],
    ['/users/:id(\\d+)', 10, 'a parameter takes no pattern'],
    ['/users/:id+', 10, 'a parameter takes no pattern'],
    ['/users/:id*', 10, 'a parameter takes no pattern'],
    ['/users/:größe', 10, 'a name with letters other than A to Z'],
    ['/users#:id', 6, 'a request has no fragment'],
    ['/users\\', 6, 'nothing follows the backslash'],
    ['/us\ters', 3, 'a URL cannot contain control characters'],
    ['/us\\\ners', 3, 'a URL cannot contain control characters'],
  ])('refuses %s, naming the position', (source, position, why) => {
    expect(codeOf(() => parsePath(source))).toBe('SB_PATH_INVALID');
    const shown = `${JSON.stringify(source)}, position ${position}: ${why}`;
    expect(() => parsePath(source)).toThrow(shown);
  });

  it('refuses groups that are nested too deep for the call stack', () => {
    const deep = '{'.repeat(100_000) + '}'.repeat(100_000);
    expect(codeOf(() => parsePath(deep))).toBe('SB_PATH_INVALID');
  });

  it('takes time proportional to the length of the template', () => {
    const source = '/:a'.padEnd(300_000, '/b') + '{/:c}'.repeat(10_000);
    expect(parsePath(source).names.size).toBe(2);
  });
});
