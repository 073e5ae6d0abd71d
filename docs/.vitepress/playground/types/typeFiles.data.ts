import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { defineLoader } from 'vitepress';
import { entries } from '../../entries.mjs';

/** The declarations that programs of the playground can use: texts by path. */
export type TypeFiles = Readonly<Record<string, string>>;

/** Made when the site is built, from the sources of the package. */
export declare const data: TypeFiles;

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const src = `${root}src/`;
const packages = ['rxjs', '@types/react', 'csstype'];

export default defineLoader({
  load: (): TypeFiles => ({ ...declarations(), ...packageFiles() }),
});

/** What the compiler makes of the sources, and reads for them. */
function declarations(): TypeFiles {
  const { config } = ts.readConfigFile(`${src}tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, src);
  const program = ts.createProgram({
    rootNames: [...entries.values(), `${root}node_modules/@types/react/jsx-runtime.d.ts`],
    options: { ...options, emitDeclarationOnly: true, outDir: `${root}node_modules/streambed` },
  });
  const library = dirname(ts.getDefaultLibFilePath(options));
  const files: Record<string, string> = {};
  // Nothing is written to the disk.
  program.emit(undefined, (path, text) => {
    files[pathOf(path)] = text;
  });
  for (const { fileName, text, isDeclarationFile } of program.getSourceFiles()) {
    const name = relative(library, fileName);
    const isUsed = packages.some((one) => fileName.includes(`/node_modules/${one}/`));
    if (!name.startsWith('..')) files[`/lib/${name}`] = text;
    else if (isDeclarationFile && isUsed) files[pathOf(fileName)] = text;
  }
  return files;
}

function packageFiles(): TypeFiles {
  const exports = [...entries].map(([name, path]) => [
    name.replace('streambed', '.'),
    `./${relative(src, path).replace(/\.ts$/, '.d.ts')}`,
  ]);
  const own = JSON.stringify({ name: 'streambed', exports: Object.fromEntries(exports) });
  const others = packages.map((name) => {
    const path = `/node_modules/${name}/package.json`;
    return [path, ts.sys.readFile(root + path) ?? ''];
  });
  return { '/node_modules/streambed/package.json': own, ...Object.fromEntries(others) };
}

function pathOf(path: string): string {
  return `/${relative(root, path)}`;
}
