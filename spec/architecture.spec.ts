import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

  it('import only the wings that their own may reach', () => {
    expect(rules.importsAcrossWings(files)).toEqual([]);
  });

  it('import what the README of their room names, and all of that', () => {
    const imported = [...rules.importedBy(files)];
    const read = (room: string): string =>
      readFileSync(join(__dirname, '..', 'src', room, 'README.md'), 'utf8');
    const named = imported.map(([room]) => [room, rules.namedIn(read(room))]);
    expect(imported.length).toBeGreaterThan(25);
    expect(named).toEqual(imported);
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

  it('are at most 25 in a folder', () => {
    expect(rules.fullFolders(files)).toEqual([]);
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
    const files = planted({
      'utils/a.ts': '',
      'kernel/store/b.ts': '',
      'index.ts': '',
      'other.ts': '',
    });
    expect(rules.filesOutsideRooms(files)).toEqual(['utils/a.ts', 'other.ts']);
  });

  it('find imports that go up or sideways, of types too', () => {
    const files = planted({
      'kernel/table/a.ts': `import { b } from '../store/b.ts';`,
      'data/schema/a.ts': `import type { B } from '../../kernel/table/b.ts';`,
      'http/rest/a.ts': `export { b } from '../graphql/b.ts';`,
      'kernel/store/a.ts': `export const load = () => import('../../index.ts');`,
      'tools/codemod/a.ts': `import { b } from '../../shared/b.ts';`,
    });
    expect(rules.importsNotDown(files)).toEqual([
      'kernel/table/a.ts imports kernel/store/b.ts',
      'data/schema/a.ts imports kernel/table/b.ts',
      'http/rest/a.ts imports http/graphql/b.ts',
      'kernel/store/a.ts imports index.ts',
      'tools/codemod/a.ts imports shared/b.ts',
    ]);
  });

  it('allow imports that go down', () => {
    const files = planted({
      'react/a.ts': `import { a } from '../index.ts'; import { b } from '../shared/b.ts';`,
      'http/rest/a.ts': `import { a } from '../../kernel/store/a.ts'; import { b } from './b.ts';`,
      'index.ts': `export { a } from './rest/a.ts';`,
    });
    expect(rules.importsNotDown(files)).toEqual([]);
  });

  it('find what the README of a room does not name', () => {
    const files = planted({
      'react/a.ts': `import { b } from '../kernel/store/b.ts'; import { use } from 'react'; import './c.ts';`,
      'react/c.ts': '',
    });
    expect([...rules.importedBy(files)]).toEqual([['react', ['kernel/store', 'package react']]]);
    expect(
      rules.namedIn('# a\n\n- May import: `shared`; the package `rxjs`.\n- To add: `b`.'),
    ).toEqual(['package rxjs', 'shared']);
    expect(rules.namedIn('- May import: nothing.')).toEqual([]);
  });

  it('find imports of wings that the own one may not reach', () => {
    const files = planted({
      'http/rest/a.ts': `import { a } from '../../kernel/store/a.ts'; import '../../shared/b.ts';`,
      'react/a.ts': `import type { A } from '../http/rest/a.ts'; import '../kernel/store/a.ts';`,
      'shared/web/a.ts': `import { b } from '../../data/endpoint/b.ts'; import '../c.ts';`,
      'index.ts': `export * from './react/a.ts'; export * from './http/rest/a.ts';`,
    });
    expect(rules.importsAcrossWings(files)).toEqual([
      'http/rest/a.ts imports kernel/store/a.ts',
      'react/a.ts imports http/rest/a.ts',
      'shared/web/a.ts imports data/endpoint/b.ts',
      'index.ts imports react/a.ts',
    ]);
  });

  it('find imports of schemas that bring their own parts', () => {
    const files = planted({
      'kernel/views/a.ts': `import type { Collection } from '../../data/schema/collection/Collection.ts';`,
      'kernel/collector/a.ts': `import { All } from '../../data/schema/All.ts'; import '../../data/schema/Schema.ts';`,
      'http/rest/a.ts': `import { Collection } from '../../data/schema/collection/Collection.ts';`,
      'data/schema/a.ts': `import { Query } from './query/Query.ts';`,
    });
    expect(rules.importsOfBroughtSchemas(files)).toEqual([
      'kernel/views/a.ts imports data/schema/collection/Collection.ts',
      'kernel/collector/a.ts imports data/schema/All.ts',
    ]);
  });

  it('find what devtools of others cannot import', () => {
    const files = planted({
      'tools/devtools/a.ts': `import { internalsOf } from '../../kernel/store/internalsOf.ts'; import '../inspect/inspect.ts';`,
      'tools/devtools/react/a.ts': `import type { Store } from '../../kernel/store/Store.ts';`,
      'tools/inspect/a.ts': `import { internalsOf } from '../../kernel/store/internalsOf.ts';`,
    });
    expect(rules.portsOfDevtools(files)).toEqual([
      'tools/devtools/a.ts imports kernel/store/internalsOf.ts',
    ]);
  });

  it('find packages where the room may not use them', () => {
    const files = planted({
      'kernel/table/a.ts': `import { map } from 'rxjs/operators';`,
      'kernel/store/a.ts': `import type { ReactNode } from 'react'; import { of } from 'rxjs';`,
      'react/a.ts': `import '@scope/other/deep'; import { use } from 'react';`,
    });
    expect(rules.packagesOutOfPlace(files)).toEqual([
      'kernel/table/a.ts imports rxjs',
      'kernel/store/a.ts imports react',
      'react/a.ts imports @scope/other',
    ]);
  });

  it('find imports of files that do not exist', () => {
    const files = planted({
      'kernel/store/a.ts': `import './b'; import './c.ts';`,
      'kernel/store/c.ts': '',
    });
    expect(rules.importsOfMissingFiles(files)).toEqual([
      'kernel/store/a.ts imports kernel/store/b',
    ]);
  });

  it('find cycles of value imports and pass over type imports', () => {
    const files = planted({
      'kernel/store/a.ts': `import { b } from './b.ts';`,
      'kernel/store/b.ts': `import { c } from './c.ts';`,
      'kernel/store/c.ts': `import { b } from './b.ts'; import type { A } from './a.ts';`,
    });
    expect(rules.importCycles(files)).toEqual([
      'kernel/store/b.ts > kernel/store/c.ts > kernel/store/b.ts',
    ]);
  });

  it('find the rooms with a cycle of type imports', () => {
    const files = planted({
      'kernel/store/a.ts': `import type { B } from './b.ts';`,
      'kernel/store/b.ts': `import type { A } from './a.ts';`,
      'kernel/table/a.ts': `import type { B } from './b.ts';`,
      'kernel/table/b.ts': '',
    });
    expect(rules.roomsWithCycles(files)).toEqual(['kernel/store']);
  });

  it('find default exports in every spelling', () => {
    const files = planted({
      'kernel/store/a.ts': 'export default 1;',
      'kernel/store/b.ts': 'export default function b() {}',
      'kernel/store/c.ts': 'const c = 1; export { c as default };',
      'kernel/store/d.ts': 'export const d = 1;',
    });
    expect(rules.defaultExports(files)).toEqual([
      'kernel/store/a.ts',
      'kernel/store/b.ts',
      'kernel/store/c.ts',
    ]);
  });

  it('find files of more than 250 lines of code', () => {
    const text = '// a comment\n\n'.repeat(100);
    const files = planted({
      'kernel/store/a.ts': text + 'f();\n'.repeat(250),
      'kernel/store/b.ts': text + 'f();\n'.repeat(251),
    });
    expect(rules.longFiles(files)).toEqual(['kernel/store/b.ts has 251 lines of code']);
  });

  it('find folders of more than 25 files, without those of their folders', () => {
    const names = Array.from({ length: 25 }, (_, index) => [`kernel/store/a${index}.ts`, '']);
    const full = planted({ ...Object.fromEntries(names), 'kernel/store/deep/a.ts': '' });
    expect(rules.fullFolders(full)).toEqual([]);
    expect(rules.fullFolders([...full, ...planted({ 'kernel/store/b.ts': '' })])).toEqual([
      'kernel/store has 26 files',
    ]);
  });

  it('find barrels', () => {
    const files = planted({
      'kernel/store/index.ts': 'export const a = 1;',
      'kernel/store/all.ts': `export * from './a.ts';`,
      'react/index.ts': `export { a } from './a.ts';`,
      'index.ts': `export { a } from './store/a.ts';`,
    });
    expect(rules.barrels(files)).toEqual(['kernel/store/index.ts', 'kernel/store/all.ts']);
  });

  it('find files that export nothing', () => {
    const files = planted({
      'kernel/store/a.ts': 'const a = 1;',
      'kernel/store/b.ts': 'export interface B {}',
      'index.ts': '',
    });
    expect(rules.filesWithoutExports(files)).toEqual(['kernel/store/a.ts']);
  });

  it('pass over imports in comments and strings', () => {
    const [file] = planted({
      'kernel/table/a.ts': `/** import { Store } from 'streambed' */\nexport const a = "import 'rxjs'";`,
    });
    expect(file.imports).toEqual([]);
  });
});
