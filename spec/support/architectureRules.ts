import type { SourceFile } from './sourceFiles.ts';

/** Each rule lists what breaks it, one line per finding. */
type Rule = (files: readonly SourceFile[]) => string[];

const bridges = ['react-native', 'ssr', 'devtools', 'persist', 'tabs'];

/** A program of its own, which imports no other room. */
const program = 'codemod';

/** The rooms from the bottom up; a room may import itself and the rooms below it. */
const rooms: readonly (readonly string[])[] = [
  ['shared'],
  ['schema'],
  ['normalize'],
  ['endpoint'],
  ['web'],
  ['table'],
  ['views'],
  ['commits'],
  ['requests'],
  ['streams'],
  ['collector'],
  ['optimistic'],
  ['store'],
  ['live', 'changes', 'dehydrate', 'pages', 'inspect'],
  ['rest'],
  ['graphql'],
  ['index.ts'],
  ['testing'],
  ['react'],
  ['testing-react'],
  [...bridges, 'testing-hooks', program],
  ['devtools-react'],
];

const roomOf = (path: string): string => path.split('/', 1)[0];

const rankOf = (room: string): number => rooms.findIndex((names) => names.includes(room));

/** Schemas that bring what they need: programs without them do not load it. Entities, objects and arrays are in all. */
const broughtSchemas =
  /^schema\/(All|Invalidate|Union|Values|lazy|query|scalar|collection\/Collection(?!Row)\w*)\b/;

const roomsOfEngine = rooms.slice(rankOf('normalize'), rankOf('live')).flat();

const packagesOf: Readonly<Record<string, readonly string[]>> = {
  codemod: ['typescript', 'node:fs', 'node:module', 'node:path'],
  web: ['rxjs'],
  commits: ['rxjs'],
  requests: ['rxjs'],
  streams: ['rxjs'],
  collector: ['rxjs'],
  store: ['rxjs'],
  dehydrate: ['rxjs'],
  changes: ['rxjs'],
  graphql: ['rxjs'],
  react: ['rxjs', 'react', 'use-sync-external-store'],
  'react-native': ['rxjs', 'react', 'react-native'],
  ssr: ['rxjs', 'react'],
  testing: ['rxjs'],
  'testing-react': ['react'],
  'testing-hooks': ['react', '@testing-library/react'],
  devtools: ['rxjs', 'preact'],
  'devtools-react': ['react'],
  persist: ['rxjs'],
  tabs: ['rxjs'],
  live: ['rxjs'],
  pages: ['rxjs'],
  inspect: ['rxjs'],
};

const testKit = ['testing', 'testing-react', 'testing-hooks'];

const entries = [
  'index.ts',
  'codemod/cli.ts',
  ...[
    'schema',
    'changes',
    'graphql',
    'live',
    'pages',
    'inspect',
    'react',
    ...testKit,
    ...bridges,
    'devtools-react',
  ].map((folder) => `${folder}/index.ts`),
];

/** Lines of code: comments are free. */
const longestFile = 250;

export const filesOutsideRooms: Rule = (files) =>
  files.filter(({ path }) => rankOf(roomOf(path)) < 0).map(({ path }) => path);

export const importsNotDown: Rule = (files) =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter(({ outside, target }) => {
        const [from, to] = [roomOf(path), roomOf(target)];
        return !outside && from !== to && (from === program || rankOf(to) >= rankOf(from));
      })
      .map(({ target }) => `${path} imports ${target}`),
  );

export const importsOfBroughtSchemas: Rule = (files) =>
  files
    .filter(({ path }) => roomsOfEngine.includes(roomOf(path)))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ outside, target }) => !outside && broughtSchemas.test(target))
        .map(({ target }) => `${path} imports ${target}`),
    );

/** Devtools reach a store through its methods and through `inspect`, as those of others do. */
export const portsOfDevtools: Rule = (files) =>
  files
    .filter(({ path }) => /^devtools(-react)?\//.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ outside, target, typeOnly }) => {
          const room = roomOf(target);
          // A table is data: session files contain some.
          const isOfStore = !outside && roomsOfEngine.includes(room) && room !== 'table';
          return isOfStore && !typeOnly;
        })
        .map(({ target }) => `${path} imports ${target}`),
    );

export const packagesOutOfPlace: Rule = (files) =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter(({ outside, target }) => outside && !packagesOf[roomOf(path)]?.includes(target))
      .map(({ target }) => `${path} imports ${target}`),
  );

/** Cycles of imports that remain when programs run. */
export const importCycles: Rule = (files) => cyclesOf(files, false);

/** Rooms with a cycle of imports, type imports included. */
export const roomsWithCycles: Rule = (files) => [
  ...new Set(cyclesOf(files, true).map((cycle) => roomOf(cycle))),
];

/** The rooms that still have cycles of types. The list only shrinks: a room without one is a finding, too. */
export const knownRoomsWithCycles: readonly string[] = [];

function cyclesOf(files: readonly SourceFile[], withTypes: boolean): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' > '));
    if (start >= 0 || done.has(path)) return;
    for (const { outside, typeOnly, target } of byPath.get(path)?.imports ?? []) {
      if (!outside && (withTypes || !typeOnly)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return cycles;
}

export const importsOfMissingFiles: Rule = (files) => {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, imports }) =>
    imports
      .filter(({ outside, target }) => !outside && !paths.has(target))
      .map(({ target }) => `${path} imports ${target}`),
  );
};

export const defaultExports: Rule = (files) =>
  files.filter((file) => file.exportedValues.includes('default')).map(({ path }) => path);

export const longFiles: Rule = (files) =>
  files
    .filter(({ lines }) => lines > longestFile)
    .map(({ path, lines }) => `${path} has ${lines} lines of code`);

export const barrels: Rule = (files) =>
  files
    .filter(({ path, reExports }) => reExports || /(^|\/)index\.tsx?$/.test(path))
    .filter(({ path }) => !entries.includes(path))
    .map(({ path }) => path);

export const filesWithoutExports: Rule = (files) =>
  files
    .filter(({ path }) => !entries.includes(path))
    .filter((file) => file.exportedValues.length + file.exportedTypes.length === 0)
    .map(({ path }) => path);
