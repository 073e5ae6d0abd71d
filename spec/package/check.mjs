// Packs the built package and tries it as users do: linters for packages, then an empty folder.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entries } from './build/entries.mjs';
import { licenseFile, packagesOf } from './build/licenses.mjs';
import { tryInstalls } from './installs.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'streambed-package-'));
const consumer = join(scratch, 'consumer');
const compilerFolder = join(scratch, 'compilers');
for (const folder of [consumer, compilerFolder]) mkdirSync(folder);

/**
 * The oldest supported TypeScript, the last of its major version, and the versions that develop the
 * project.
 */
const compilers = ['5.4.5', '5.9.3', '6.0.3', '7.0.2'];

/** Pages of the docs, and the files of each entry: half of them are code, half are types. */
const MOST_FILES = 210;

function run(title, command, args, cwd = root) {
  console.log(`\n--- ${title}`);
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${title}: failed`);
}

function writeJson(name, value) {
  writeFileSync(join(consumer, name), JSON.stringify(value, null, 2));
}

try {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', scratch], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename, files, size }] = Object.values(JSON.parse(packed));
  const tarball = join(scratch, filename);
  console.log(`${filename}: ${files.length} files, ${size} bytes`);
  checkFiles(files.map(({ path }) => path));

  run('publint', bin('publint'), ['run', tarball, '--strict']);
  run('attw', bin('attw'), [tarball, '--profile', 'node16']);
  tryInstalls(tarball, scratch);

  // React Native for the web, which Node can load.
  const testingLibrary = ['@testing-library/react', '@testing-library/dom'];
  const names = [
    'rxjs',
    'react',
    'react-dom',
    'react-native',
    '@types/react',
    '@types/react-dom',
    ...testingLibrary,
  ];
  const versions = names.map((name) => [name, devDependencies[name]]);
  writeJson('package.json', {
    private: true,
    type: 'module',
    dependencies: { streambed: `file:${tarball}`, ...Object.fromEntries(versions) },
  });
  run('install into an empty folder', 'npm', ['install', '--no-audit', '--no-fund'], consumer);

  copyFileSync(join(here, 'smoke.mjs'), join(consumer, 'smoke.mjs'));
  run('import and require every entry', process.execPath, ['smoke.mjs'], consumer);
  const asNative = ['--conditions=react-native', 'smoke.mjs', '--native'];
  run('the same as React Native resolves them', process.execPath, asNative, consumer);

  const react = join(consumer, 'node_modules', 'react');
  renameSync(react, `${react}-away`);
  run('the main entry without React', process.execPath, ['smoke.mjs', '--only-core'], consumer);
  renameSync(`${react}-away`, react);

  writePrograms();
  writeJson('../compilers/package.json', {
    private: true,
    dependencies: Object.fromEntries(
      compilers.map((version) => [`typescript-${version}`, `npm:typescript@${version}`]),
    ),
  });
  run('install the compilers', 'npm', ['install', '--no-audit', '--no-fund'], compilerFolder);
  for (const version of compilers) {
    const tsc = join(compilerFolder, 'node_modules', `typescript-${version}`, 'bin', 'tsc');
    for (const project of ['nodenext', 'bundler']) {
      run(`types, TypeScript ${version}, ${project}`, tsc, ['-p', `${project}.json`], consumer);
    }
  }
  // TypeScript 7 has no compiler API.
  compilers.filter((version) => !version.startsWith('7.')).forEach(runCodemod);
  console.log('\nThe package works.');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The files that are packed: few, without source maps, and what Rollup does not know is in them. */
function checkFiles(paths) {
  assert.ok(paths.length <= MOST_FILES, `${paths.length} files, at most ${MOST_FILES} are wanted`);
  for (const path of ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/codemod/cli.js'])
    assert.ok(paths.includes(path), path);
  assert.deepEqual(
    paths.filter((path) => /\.map$|^src\//.test(path)),
    [],
    'no file without a use for programs is packed',
  );
  checkLicenses(paths);
  for (const path of paths.filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(join(root, path), 'utf8');
    const isForClients = /\/(?:react|react-native|testing-react|devtools-react)\.js$/.test(path);
    assert.equal(code.startsWith("'use client';"), isForClients, `'use client' in ${path}`);
    assert.ok(!code.includes('sourceMappingURL'), `${path} has no link to a source map`);
  }
}

/** The license of each package of which a file contains code is packed: the source maps name their files. */
function checkLicenses(paths) {
  const sources = paths
    .filter((path) => /^dist\/(?:esm|cjs)\/.*\.js$/.test(path))
    .flatMap((path) => JSON.parse(readFileSync(join(root, `${path}.map`), 'utf8')).sources);
  const bundled = packagesOf(sources.map((source) => join('/', source)));
  assert.ok(bundled.includes('preact'), 'the maps name foreign files');
  const licenses = paths.filter((path) => path.endsWith('.LICENSE'));
  assert.deepEqual(licenses.sort(), bundled.map((name) => `dist/${licenseFile(name)}`).sort());
}

/** Runs the packed command in a project with a compiler: it writes what spec/tools/codemod expects. */
function runCodemod(version) {
  const project = join(scratch, `codemod-${version}`);
  const fixtures = join(here, '..', 'tools', 'codemod', 'fixtures', 'blog');
  cpSync(join(fixtures, 'before'), join(project, 'app'), { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(
    join(compilerFolder, 'node_modules', `typescript-${version}`),
    join(project, 'node_modules', 'typescript'),
  );
  const command = join(consumer, 'node_modules', '.bin', 'streambed-from-data-client');
  run(`the codemod, TypeScript ${version}`, command, ['app', '--write'], project);
  for (const name of readdirSync(join(fixtures, 'after'))) {
    const written = readFileSync(join(project, 'app', name), 'utf8');
    assert.equal(written, readFileSync(join(fixtures, 'after', name), 'utf8'), name);
  }
}

/** For each entry, whether its types have exactly the values that its code exports. */
function valuesProgram() {
  const lines = entries.map(({ specifier, name }) => {
    const code = readFileSync(join(root, 'dist', 'cjs', `${name}.js`), 'utf8');
    const names = [...code.matchAll(/^exports\.([\w$]+) =/gm)].map(([, value]) => `'${value}'`);
    const union = [...new Set(names)].join(' | ');
    return `holds<Equal<keyof typeof import('${specifier}'), ${union}>>();`;
  });
  return `import type { Equal } from './Equal.ts';
const holds = <T extends true>(value?: T): T | undefined => value;
${lines.join('\n')}
`;
}

/** User code: a program, and the type specs that need only the package. */
function writePrograms() {
  const specs = join(here, '..', 'types');
  const portable = readdirSync(specs).filter(
    (name) =>
      /\.types\.spec\.tsx?$/.test(name) &&
      !readFileSync(join(specs, name), 'utf8').includes("from '../"),
  );
  for (const name of [...portable, 'Equal.ts'])
    copyFileSync(join(specs, name), join(consumer, name));
  copyFileSync(join(here, 'consumer.ts'), join(consumer, 'consumer.ts'));
  copyFileSync(join(here, 'consumer.ts'), join(consumer, 'commonjs.cts'));
  writeFileSync(join(consumer, 'values.ts'), valuesProgram());
  // The parts of Jest that the specs use.
  writeFileSync(
    join(consumer, 'jest.d.ts'),
    `declare function it(title: string, run: () => void): void;
declare function expect(value: unknown): { toHaveLength(length: number): void };
`,
  );
  const common = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    // The types of what a library exports must have names outside of the package.
    declaration: true,
    allowImportingTsExtensions: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
  };
  const files = ['consumer.ts', 'values.ts', 'jest.d.ts', ...portable];
  writeJson('nodenext.json', {
    compilerOptions: { ...common, module: 'nodenext' },
    files: [...files, 'commonjs.cts'],
  });
  writeJson('bundler.json', {
    compilerOptions: {
      ...common,
      module: 'esnext',
      moduleResolution: 'bundler',
      exactOptionalPropertyTypes: true,
    },
    files,
  });
}
