import type { SourceFile } from './sourceFiles.ts';

/** Each rule lists what breaks it, one line per finding. */
type Rule = (files: readonly SourceFile[]) => string[];

/** The wings, and the other wings that each may import. */
const wings: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  data: ['shared'],
  kernel: ['data', 'shared'],
  features: ['kernel', 'data', 'shared'],
  http: ['data', 'shared'],
  react: ['kernel', 'features', 'data', 'shared'],
  tools: ['kernel', 'features', 'react', 'data', 'shared'],
};

/** The main entry reaches all wings but those for React and developers. */
const reachedByIndex = ['shared', 'data', 'kernel', 'features', 'http'];

/** A program of its own, which imports no other room. */
const program = 'tools/codemod';

/** The rooms from the bottom up; a room may import itself and the rooms below it. */
const rooms: readonly (readonly string[])[] = [
  ['shared'],
  ['shared/web'],
  ['data/schema'],
  ['data/normalize'],
  ['data/endpoint'],
  ['kernel/table'],
  ['kernel/views'],
  ['kernel/commits'],
  ['kernel/requests'],
  ['kernel/streams'],
  ['kernel/collector'],
  ['kernel/optimistic'],
  ['kernel/store'],
  ['features/storage', 'features/channel'],
  ['features/live', 'features/changes', 'features/dehydrate', 'features/pages'],
  ['features/persist'],
  ['features/tabs', 'features/offline'],
  ['tools/inspect'],
  ['http/rest'],
  ['http/graphql'],
  ['index.ts'],
  ['tools/testing'],
  ['react'],
  ['tools/testing/react'],
  ['react/native', 'react/server', 'tools/devtools', 'tools/testing/hooks', program],
  ['tools/devtools/react'],
];

const longestFirst = rooms.flat().sort((a, b) => b.length - a.length);

const roomOf = (path: string): string =>
  longestFirst.find((room) => path === room || path.startsWith(`${room}/`)) ?? '';

const wingOf = (path: string): string => path.split('/', 1)[0];

const rankOf = (room: string): number => rooms.findIndex((others) => others.includes(room));

/** Schemas that bring what they need: programs without them do not load it. Entities, objects and arrays are in all. */
const broughtSchemas =
  /^data\/schema\/(All|Invalidate|Union|Values|lazy|query|scalar|collection\/Collection(?!Row)\w*)\b/;

const roomsOfEngine = rooms.slice(rankOf('data/normalize'), rankOf('features/storage')).flat();

const packagesOf: Readonly<Record<string, readonly string[]>> = {
  [program]: ['typescript', 'node:fs', 'node:module', 'node:path'],
  'shared/web': ['rxjs'],
  'kernel/commits': ['rxjs'],
  'kernel/requests': ['rxjs'],
  'kernel/streams': ['rxjs'],
  'kernel/collector': ['rxjs'],
  'kernel/store': ['rxjs'],
  'features/dehydrate': ['rxjs'],
  'features/changes': ['rxjs'],
  'features/live': ['rxjs'],
  'features/storage': ['rxjs'],
  'features/pages': ['rxjs'],
  'features/persist': ['rxjs'],
  'features/channel': ['rxjs'],
  'features/tabs': ['rxjs'],
  'features/offline': ['rxjs'],
  'http/graphql': ['rxjs'],
  react: ['rxjs', 'react', 'use-sync-external-store'],
  'react/native': ['rxjs', 'react', 'react-native'],
  'react/server': ['rxjs', 'react'],
  'tools/testing': ['rxjs'],
  'tools/testing/react': ['react'],
  'tools/testing/hooks': ['react', '@testing-library/react'],
  'tools/devtools': ['rxjs', 'preact'],
  'tools/devtools/react': ['react'],
  'tools/inspect': ['rxjs'],
};

const entries = [
  'index.ts',
  'tools/codemod/cli.ts',
  ...[
    'data/schema',
    'features/changes',
    'features/live',
    'features/offline',
    'features/pages',
    'features/persist',
    'features/tabs',
    'http/graphql',
    'react',
    'react/native',
    'react/server',
    'tools/inspect',
    'tools/devtools',
    'tools/devtools/react',
    'tools/testing',
    'tools/testing/react',
    'tools/testing/hooks',
  ].map((folder) => `${folder}/index.ts`),
];

/** Lines of code: comments are free. */
const longestFile = 250;

/** Source files in one folder, without those of its folders. */
const fullestFolder = 25;

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

export const importsAcrossWings: Rule = (files) =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter(({ outside, target }) => {
        const [from, to] = [wingOf(path), wingOf(target)];
        const reached = path === 'index.ts' ? reachedByIndex : (wings[from] ?? []);
        return !outside && from !== to && !reached.includes(to);
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
    .filter(({ path }) => path.startsWith('tools/devtools/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ outside, target, typeOnly }) => {
          const room = roomOf(target);
          // A table is data: session files contain some.
          const isOfStore = !outside && roomsOfEngine.includes(room) && room !== 'kernel/table';
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

export const fullFolders: Rule = (files) => {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > fullestFolder)
    .map(([folder, count]) => `${folder} has ${count} files`);
};

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

/** What each room imports, sorted: other rooms and packages. */
export function importedBy(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const room = roomOf(path);
    if (room === 'index.ts') continue;
    const ofRoom = found.get(room) ?? new Set();
    found.set(room, ofRoom);
    for (const { outside, target } of imports) {
      const name = outside ? `package ${target}` : roomOf(target);
      if (name !== room) ofRoom.add(name);
    }
  }
  return new Map([...found].map(([room, others]) => [room, [...others].sort()]));
}

/** What the line "May import" of a room's README names, sorted. */
export function namedIn(readme: string): readonly string[] {
  const [line = ''] = /^- May import: .*$/m.exec(readme) ?? [];
  const [own, packages = ''] = line.split(/the package|packages/);
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  return [...namesIn(own), ...namesIn(packages).map((name) => `package ${name}`)].sort();
}
