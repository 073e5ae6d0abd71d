import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';

/** The code of a module as it is packed. The build is ES modules, so it runs in a process of its own. */
function packed(code: string): string {
  const script = `
    import { parseAst } from 'rollup/parseAst';
    import { modules } from './spec/package/build/folders.mjs';
    import { withoutEmptyFields } from './spec/package/build/withoutEmptyFields.mjs';
    const transform = (id) => withoutEmptyFields.transform.call({ parse: parseAst }, ${JSON.stringify(code)}, id);
    const outside = transform('/other/a.js');
    process.stdout.write(outside ? 'changed' : transform(modules + '/a.js').code);
  `;
  const args = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

const code = `
class Base {
  static shared;
  ['computed'];
  #secret;
  empty;
  zero = 0;
  nothing = undefined;
  hasSecret = () => #secret in this;
}
class Inner { make() { return class { inner; }; } }
({ names: Object.keys(new Base()), shared: 'shared' in Base, secret: new Base().hasSecret(),
  inner: Object.keys(new (new Inner().make())()) });
`;

describe('fields without a value', () => {
  it('are not in the package, except private, static and computed ones', () => {
    const names = ['computed', 'zero', 'nothing', 'hasSecret'];
    const shown = JSON.stringify(runInNewContext(packed(code)));
    expect(JSON.parse(shown)).toEqual({ names, shared: true, secret: true, inner: [] });
  });

  it('are defined in the sources', () => {
    const shown = JSON.stringify(runInNewContext(code));
    expect(shown).toContain('"names":["computed","empty","zero"');
  });

  it('leave their lines behind', () => {
    const lines = (text: string): number => text.split('\n').length;
    expect(lines(packed(code))).toBe(lines(code));
  });
});
