import { builtinModules } from 'node:module';
import { paths } from './entries.mjs';

/**
 * What entries share: `hooks` needs React, `core` needs RxJS only, `inspection` is for development, `storage` for programs that store something.
 */
const [CORE, HOOKS, INSPECTION, STORAGE] = ['core', 'hooks', 'inspection', 'storage'];

/** The entries that production builds leave out. */
const forDevelopment = new Set(['inspect', 'devtools', 'devtools-react', 'devtools-panel']);

/** What the entry of devtools loads when it is used: it counts as an entry here. */
const panel = { name: 'devtools-panel', path: /\/devtools\/panel\/mountPanel\.js$/ };

/** The entries that programs without React do not import. */
const withReact = new Set([
  'react',
  'react-native',
  'testing-react',
  'testing-hooks',
  'devtools-react',
]);

/** The entries that use a storage. */
const withStorage = new Set(['persist', 'offline', 'testing', 'inspect']);

/**
 * Code that package.json, or the bundler of React Native, needs in a file of its own, and what hooks show of `persist` and `offline`:
 * programs without it have the same core.
 */
const ownFile =
  /\/(safeRedirects|browserRedirects|navigationContext|StorageState|OutboxState)\.js$/;

/** The option `manualChunks` of Rollup's output for these entries: modules that one entry uses stay in the file of the entry. */
export function chunksOf(input) {
  let reached;
  return (id, { getModuleInfo }) => {
    reached ??= [...Object.entries(input), ...lazyEntries(input, getModuleInfo)].map(
      ([name, entry]) => [name, reachedFrom(entry, getModuleInfo)],
    );
    if (Object.values(input).includes(id)) return undefined;
    const own = ownFile.exec(id);
    if (own) return own[1];
    const users = reached.filter(([, ids]) => ids.has(id)).map(([name]) => name);
    // Programs do not load what only their tests use: Rollup makes chunks of that itself.
    if (users.length === 1 && users[0] === panel.name) return panel.name;
    if (users.length < 2 || users.every((name) => name.startsWith('testing'))) return undefined;
    if (users.every((name) => forDevelopment.has(name))) return INSPECTION;
    if (users.every((name) => withStorage.has(name))) return STORAGE;
    return users.every((name) => withReact.has(name)) ? HOOKS : CORE;
  };
}

function lazyEntries({ devtools }, getModuleInfo) {
  const lazy = [...reachedFrom(devtools, getModuleInfo)].flatMap(
    (id) => getModuleInfo(id)?.dynamicallyImportedIds ?? [],
  );
  return lazy.filter((id) => panel.path.test(id)).map((id) => [panel.name, id]);
}

function reachedFrom(entry, getModuleInfo) {
  const ids = new Set([entry]);
  for (const id of ids)
    for (const imported of getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}

/** Throws if an entry for programs without React loads a file that imports React, or if the package needs Node. */
export function checkImports(chunks) {
  for (const { name, isEntry, imports } of chunks) {
    const isNode = imports.find((imported) => builtinModules.includes(imported));
    if (isNode) throw new Error(`${name} imports ${isNode}.`);
    if (!isEntry || withReact.has(name)) continue;
    const wrong = loadedBy(chunks, name).find((chunk) => chunk.imports.some(isReact));
    if (wrong) throw new Error(`${name} loads ${wrong.name}, which imports React.`);
  }
}

/** The chunks that an entry loads, its own first. */
export function loadedBy(chunks, entry) {
  const names = new Set([entry]);
  for (const name of names) {
    for (const imported of chunkOf(chunks, name)?.imports ?? []) {
      const file = /^(?:\.\/)?([\w-]+)\.js$/.exec(paths[imported] ?? imported);
      if (file) names.add(file[1]);
    }
  }
  return [...names].map((name) => chunkOf(chunks, name)).filter(Boolean);
}

export function chunkOf(chunks, name) {
  return chunks.find((chunk) => chunk.name === name);
}

function isReact(source) {
  return /^(?:react(?:-native|-dom)?|@testing-library\/react)(?:\/|$)/.test(source);
}

/** Whether a specifier names a package that the user installs. */
export function isPeer(source) {
  return /^(?:react|react-native|rxjs|@testing-library\/react)(?:\/|$)/.test(source);
}
