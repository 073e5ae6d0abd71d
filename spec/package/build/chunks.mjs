import { builtinModules } from 'node:module';

/** What entries share: `hooks` needs React, `core` needs RxJS only. */
const [CORE, HOOKS] = ['core', 'hooks'];
const withReact = new Set(['react', 'react-native', 'testing-react', 'testing-hooks']);

/** Code that package.json, or the bundler of React Native, needs in a file of its own. */
const ownFile = /\/(safeRedirects|browserRedirects|navigationContext)\.js$/;

/** The option `manualChunks` of Rollup's output for these entries: modules that one entry uses stay in the file of the entry. */
export function chunksOf(input) {
  let reached;
  return (id, { getModuleInfo }) => {
    reached ??= Object.entries(input).map(([name, entry]) => [
      name,
      reachedFrom(entry, getModuleInfo),
    ]);
    if (Object.values(input).includes(id)) return undefined;
    const own = ownFile.exec(id);
    if (own) return own[1];
    const users = reached.filter(([, ids]) => ids.has(id)).map(([name]) => name);
    // Programs do not load what only their tests use: Rollup makes chunks of that itself.
    if (users.length < 2 || users.every((name) => name.startsWith('testing'))) return undefined;
    return users.every((name) => withReact.has(name)) ? HOOKS : CORE;
  };
}

function reachedFrom(entry, getModuleInfo) {
  const ids = new Set([entry]);
  for (const id of ids)
    for (const imported of getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}

/** Throws if a program without React would need it, or if the package would need Node. */
export function checkImports(chunks) {
  for (const { fileName, imports } of chunks) {
    const name = fileName.replace(/\..*$/, '');
    const mayNeedReact = withReact.has(name) || name === HOOKS || name === 'navigationContext';
    for (const imported of imports) {
      const isForbidden = imported.startsWith('react')
        ? !mayNeedReact
        : builtinModules.includes(imported);
      if (isForbidden) throw new Error(`${fileName} imports ${imported}.`);
    }
  }
}

/** Whether a specifier names a package that the user installs. */
export function isPeer(source) {
  return /^(?:react|react-native|rxjs|@testing-library\/react)(?:\/|$)/.test(source);
}
