import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../../src/tools/codemod/run.ts';
import { readPages } from '../../docs/readPages.ts';

const root = join(__dirname, '..', '..', '..');
const packages = join(root, 'node_modules');

describe('run', () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codemod-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  describe('with the TypeScript of the project', () => {
    beforeEach(() => symlinkSync(packages, path('node_modules'), 'junction'));

    it('exits with 1 if something is to be looked at, with the lines of the file as it is then', () => {
      write(
        'a.ts',
        `import {\n  Manager,\n  useCache,\n} from '@data-client/react';\nexport class A implements Manager { read = useCache; }\n`,
      );
      const dry = run(['a.ts'], folder);
      expect(dry.code).toBe(1);
      expect(dry.output).toMatch(/\n +2 {2}LOOK {2}Manager .*\n +5 {2}LOOK {2}a Manager/);
      expect(dry.output).toContain('The pages docs/… are in node_modules/streambed.');
      const written = run(['a.ts', '--write'], folder);
      expect(written.code).toBe(1);
      expect(written.output).toMatch(/\n +1 {2}LOOK {2}Manager .*\n +3 {2}LOOK {2}a Manager/);
    });

    it('reads scripts of all kinds, and leaves packages and builds out', () => {
      const text = `import { useController } from '@data-client/react';\nuseController();\n`;
      const names = [
        'a.js',
        'b.jsx',
        'c.mts',
        'd.cjs',
        'e/f.tsx',
        'g.txt',
        'dist/h.js',
        'e/node_modules/i.js',
        'j.d.ts',
      ];
      for (const name of names) write(name, text);
      run(['.', '--write'], folder);
      const changed = names.filter((name) => readFileSync(path(name), 'utf8') !== text);
      expect(changed).toEqual(['a.js', 'b.jsx', 'c.mts', 'd.cjs', 'e/f.tsx']);
    });

    it('follows the paths of tsconfig.json', () => {
      write(
        'tsconfig.json',
        `{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } } // with comments`,
      );
      write(
        'src/users.ts',
        `import { resource } from '@data-client/rest';\nexport const Users = resource({});\n`,
      );
      write('src/page.ts', `import { Users } from '~/users';\nexport const add = Users.create;\n`);
      run(['src', '--write'], folder);
      expect(readFileSync(path('src/page.ts'), 'utf8')).toContain('add = Users.getList.push;');
    });

    it.each([[[]], [['--wirte', '.']], [['missing']]])(
      'exits with 2 for the arguments %j',
      (args) => {
        expect(run(args, folder).code).toBe(2);
      },
    );

    it('explains itself', () => {
      expect(run(['--help'], folder)).toMatchObject({
        code: 0,
        output: expect.stringContaining('--write'),
      });
    });
  });

  it('exits with 2 if the project has no TypeScript', () => {
    write('a.ts', '');
    expect(run(['.'], folder)).toEqual({
      code: 2,
      output: expect.stringContaining('npm install --save-dev typescript@5'),
    });
  });

  it('exits with 2 if the TypeScript of the project has no compiler API', () => {
    write('a.ts', '');
    mkdirSync(path('node_modules'));
    symlinkSync(
      join(packages, '@typescript', 'native'),
      path('node_modules/typescript'),
      'junction',
    );
    expect(run(['.'], folder)).toEqual({
      code: 2,
      output: expect.stringMatching(
        /version 7\.0\.2\) has no compiler API .* typescript 5\.4 to 6/,
      ),
    });
  });

  it('changes nothing of programs for streambed: our stories, and the examples of our pages', () => {
    symlinkSync(packages, path('node_modules'), 'junction');
    cpSync(join(root, 'stories'), path('app'), {
      recursive: true,
      filter: (source) => !/[\\/](node_modules|\.out|\.next|dist)$/.test(source),
    });
    for (const page of readPages()) {
      page.examples.forEach((example, index) =>
        write(`app/${page.path}.${index}.tsx`, example.code),
      );
    }
    // One file of Data Client, so that all others are looked at too.
    write(
      'app/old.ts',
      `import { Entity } from '@data-client/rest';\nexport class User extends Entity {}\n`,
    );
    const { output, code } = run(['app'], folder);
    expect(output).toMatch(/^app[\\/]old\.ts\n.*\n\n\d+ files read, 1 would change; 0 places/);
    expect(code).toBe(0);
  });
});
