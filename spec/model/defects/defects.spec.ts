import { quickDefects, slowDefects } from './defects.ts';
import { plant, readLibrary } from './plant.ts';
import { runDefect } from './runDefect.ts';

describe('the histories', () => {
  it.each(quickDefects)(
    'find that $what',
    async (defect) => {
      expect(await runDefect(defect, 600, defect.seed)).toBeDefined();
    },
    120_000,
  );

  it('have defects with an anchor in the sources', () => {
    const library = readLibrary();
    const lost = [...quickDefects, ...slowDefects].flatMap((defect) => {
      try {
        plant(defect, library);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
    expect(lost).toEqual([]);
  });

  it('have many more defects to find in a long run', () => {
    expect(slowDefects.length).toBeGreaterThan(15);
  });
});

describe('a planted defect', () => {
  const files = new Map([
    ['a.ts', 'class A {\n  #go() {\n    return one(\n      two);\n  }\n  stop() { return 1; }\n}'],
    ['b.ts', 'function go() { return 1; }\nconst stop = () => 1;\n'],
  ]);
  const planted = (within: string, find: string) =>
    plant({ what: 'a mistake', within, find, replace: 'x' }, files);

  it('is in the member of a class, wherever the lines break', () => {
    const { path, text } = planted('A.#go', 'one( two)');
    expect([path, text.split('\n')[2]]).toEqual(['a.ts', '    return x;']);
  });

  it.each(['go', 'stop'])('is in the function %s of a file', (within) => {
    expect(planted(within, '1')).toMatchObject({ path: 'b.ts' });
  });

  it('fails without its function', () => {
    expect(() => planted('A.go', 'one(')).toThrow(
      'The defect "a mistake" has no anchor: src has no A.go',
    );
  });

  it.each([
    [0, 'return 2;'],
    [2, 'o'],
  ])('fails if its text is there %d times', (times, find) => {
    expect(() => planted('go', find)).toThrow(`go contains ${times} times: ${find}`);
  });
});
