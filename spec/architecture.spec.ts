import * as rules from './support/architectureRules.ts';
import { parseSourceFile, readSourceFiles } from './support/sourceFiles.ts';

const planted = (files: Record<string, string>) =>
  Object.entries(files).map(([path, text]) => parseSourceFile(path, text));

describe('the sources', () => {
  const files = readSourceFiles();

  it('are found', () => {
    expect(files.map(({ path }) => path)).toContain('index.ts');
  });

  it('stand in a room each', () => {
    expect(rules.filesOutsideRooms(files)).toEqual([]);
  });

  it('import only from their own room and from the rooms below, types included', () => {
    expect(rules.importsNotDown(files)).toEqual([]);
  });

  it('name no schema from normalize to store: schemas bring their own parts', () => {
    expect(rules.importsOfBroughtSchemas(files)).toEqual([]);
  });

  it('reach a store from devtools only as those of others can', () => {
    expect(rules.portsOfDevtools(files)).toEqual([]);
  });

  it('import packages only where the room may', () => {
    expect(rules.packagesOutOfPlace(files)).toEqual([]);
  });

  it('import files by their full name', () => {
    expect(rules.importsOfMissingFiles(files)).toEqual([]);
  });

  it('have no cycle of value imports', () => {
    expect(rules.importCycles(files)).toEqual([]);
  });

  it('have no cycle of type imports but in rooms that are known to have one', () => {
    expect([...rules.roomsWithCycles(files)].sort()).toEqual(rules.knownRoomsWithCycles);
  });

  it('have no default export', () => {
    expect(rules.defaultExports(files)).toEqual([]);
  });

  it('have at most 250 lines of code each', () => {
    expect(rules.longFiles(files)).toEqual([]);
  });

  it('collect the exports of other files only in an entry', () => {
    expect(rules.barrels(files)).toEqual([]);
  });

  it('export something each', () => {
    expect(rules.filesWithoutExports(files)).toEqual([]);
  });
});

describe('the rules', () => {
  it('find a folder that is no room', () => {
    const files = planted({ 'utils/a.ts': '', 'store/b.ts': '', 'index.ts': '', 'other.ts': '' });
    expect(rules.filesOutsideRooms(files)).toEqual(['utils/a.ts', 'other.ts']);
  });

  it('find imports that go up or sideways, of types too', () => {
    const files = planted({
      'table/a.ts': `import { b } from '../store/b.ts';`,
      'schema/a.ts': `import type { B } from '../table/b.ts';`,
      'rest/a.ts': `export { b } from '../graphql/b.ts';`,
      'store/a.ts': `export const load = () => import('../index.ts');`,
      'codemod/a.ts': `import { b } from '../shared/b.ts';`,
    });
    expect(rules.importsNotDown(files)).toEqual([
      'table/a.ts imports store/b.ts',
      'schema/a.ts imports table/b.ts',
      'rest/a.ts imports graphql/b.ts',
      'store/a.ts imports index.ts',
      'codemod/a.ts imports shared/b.ts',
    ]);
  });

  it('allow imports that go down', () => {
    const files = planted({
      'react/a.ts': `import { a } from '../index.ts'; import { b } from '../shared/b.ts';`,
      'rest/a.ts': `import { a } from '../store/a.ts'; import { b } from './b.ts';`,
      'index.ts': `export { a } from './rest/a.ts';`,
    });
    expect(rules.importsNotDown(files)).toEqual([]);
  });

  it('find imports of schemas that bring their own parts', () => {
    const files = planted({
      'views/a.ts': `import type { Collection } from '../schema/collection/Collection.ts';`,
      'collector/a.ts': `import { All } from '../schema/All.ts'; import '../schema/Schema.ts';`,
      'rest/a.ts': `import { Collection } from '../schema/collection/Collection.ts';`,
      'schema/a.ts': `import { Query } from './query/Query.ts';`,
    });
    expect(rules.importsOfBroughtSchemas(files)).toEqual([
      'views/a.ts imports schema/collection/Collection.ts',
      'collector/a.ts imports schema/All.ts',
    ]);
  });

  it('find what devtools of others cannot import', () => {
    const files = planted({
      'devtools/a.ts': `import { internalsOf } from '../store/internalsOf.ts'; import '../inspect/inspect.ts';`,
      'devtools-react/a.ts': `import type { Store } from '../store/Store.ts';`,
      'inspect/a.ts': `import { internalsOf } from '../store/internalsOf.ts';`,
    });
    expect(rules.portsOfDevtools(files)).toEqual(['devtools/a.ts imports store/internalsOf.ts']);
  });

  it('find packages where the room may not use them', () => {
    const files = planted({
      'table/a.ts': `import { map } from 'rxjs/operators';`,
      'store/a.ts': `import type { ReactNode } from 'react'; import { of } from 'rxjs';`,
      'react/a.ts': `import '@scope/other/deep'; import { use } from 'react';`,
    });
    expect(rules.packagesOutOfPlace(files)).toEqual([
      'table/a.ts imports rxjs',
      'store/a.ts imports react',
      'react/a.ts imports @scope/other',
    ]);
  });

  it('find imports of files that do not exist', () => {
    const files = planted({ 'store/a.ts': `import './b'; import './c.ts';`, 'store/c.ts': '' });
    expect(rules.importsOfMissingFiles(files)).toEqual(['store/a.ts imports store/b']);
  });

  it('find cycles of value imports and pass over type imports', () => {
    const files = planted({
      'store/a.ts': `import { b } from './b.ts';`,
      'store/b.ts': `import { c } from './c.ts';`,
      'store/c.ts': `import { b } from './b.ts'; import type { A } from './a.ts';`,
    });
    expect(rules.importCycles(files)).toEqual(['store/b.ts > store/c.ts > store/b.ts']);
  });

  it('find the rooms with a cycle of type imports', () => {
    const files = planted({
      'store/a.ts': `import type { B } from './b.ts';`,
      'store/b.ts': `import type { A } from './a.ts';`,
      'table/a.ts': `import type { B } from './b.ts';`,
      'table/b.ts': '',
    });
    expect(rules.roomsWithCycles(files)).toEqual(['store']);
  });

  it('find default exports in every spelling', () => {
    const files = planted({
      'store/a.ts': 'export default 1;',
      'store/b.ts': 'export default function b() {}',
      'store/c.ts': 'const c = 1; export { c as default };',
      'store/d.ts': 'export const d = 1;',
    });
    expect(rules.defaultExports(files)).toEqual(['store/a.ts', 'store/b.ts', 'store/c.ts']);
  });

  it('find files of more than 250 lines of code', () => {
    const text = '// a comment\n\n'.repeat(100);
    const files = planted({
      'store/a.ts': text + 'f();\n'.repeat(250),
      'store/b.ts': text + 'f();\n'.repeat(251),
    });
    expect(rules.longFiles(files)).toEqual(['store/b.ts has 251 lines of code']);
  });

  it('find barrels', () => {
    const files = planted({
      'store/index.ts': 'export const a = 1;',
      'store/all.ts': `export * from './a.ts';`,
      'react/index.ts': `export { a } from './a.ts';`,
      'index.ts': `export { a } from './store/a.ts';`,
    });
    expect(rules.barrels(files)).toEqual(['store/index.ts', 'store/all.ts']);
  });

  it('find files that export nothing', () => {
    const files = planted({
      'store/a.ts': 'const a = 1;',
      'store/b.ts': 'export interface B {}',
      'index.ts': '',
    });
    expect(rules.filesWithoutExports(files)).toEqual(['store/a.ts']);
  });

  it('pass over imports in comments and strings', () => {
    const [file] = planted({
      'table/a.ts': `/** import { Store } from 'streambed' */\nexport const a = "import 'rxjs'";`,
    });
    expect(file.imports).toEqual([]);
  });
});
