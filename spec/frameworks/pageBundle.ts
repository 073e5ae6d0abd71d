import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type OnLoadResult, type Plugin } from 'esbuild';
import { compile as compileSvelte } from 'svelte/compiler';
import { compileScript, parse as parseVue } from 'vue/compiler-sfc';

const root = join(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'frameworks.md'), 'utf8');

/** The modules of the page. The blocks after the first one use what that one exports. */
function modulesOfPage(): ReadonlyMap<string, string> {
  const common = `import { getUsers, store, User } from './store';\n`;
  return new Map([
    ['store', block('Angular, Svelte, Vue and Solid', 'ts')],
    ['angular', common + block('Angular', 'ts')],
    ['$prefix.svelte', block('Svelte', 'svelte')],
    ['readable', common + block('Svelte', 'ts')],
    ['fromStore.svelte', readerOf('./readable')],
    [
      'unwrapped',
      `${common}import { fromStore } from 'svelte/store';
      export const users = fromStore(store.observe(getUsers));`,
    ],
    ['unwrapped.svelte', readerOf('./unwrapped')],
    ['useObservable', block('Vue', 'ts')],
    ['sfc.vue', block('Vue', 'vue')],
    ['solid', common + block('Solid', 'ts')],
  ]);
}

/** A component that shows the `users` of a module with `fromStore`. */
function readerOf(module: string): string {
  return `<script>import { users } from '${module}';</script>
    {#each users.current.data ?? [] as user (user.id)}<li>{user.name}</li>{/each}`;
}

/** The first block of a language after a heading of the page. */
function block(heading: string, language: string): string {
  const [, section] = page.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const code = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(section)?.[1];
  if (code === undefined) throw new Error(`No block of ${language} after "${heading}".`);
  return code;
}

/** A script for a page: `bundle.module` is one module of the page, beside the store and a mount. */
export async function bundlePage(module: string, framework: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        export * as module from 'page/${module}';
        export { getUsers, store, User } from 'page/store';
        export { mount } from './mounts/${framework}.ts';`,
      resolveDir: __dirname,
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'bundle',
    alias: { streambed: join(root, 'src/index.ts') },
    define: {
      'process.env.NODE_ENV': '"development"',
      // Vue warns about a bundle that leaves its flags open.
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    plugins: [fromPage(modulesOfPage())],
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

function fromPage(modules: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'page',
    setup(bundle) {
      bundle.onResolve({ filter: /^page\// }, ({ path }) => ({
        path: path.slice('page/'.length),
        namespace: 'page',
      }));
      bundle.onResolve({ filter: /^\.\//, namespace: 'page' }, ({ path }) => ({
        path: path.slice('./'.length),
        namespace: 'page',
      }));
      bundle.onLoad({ filter: /.*/, namespace: 'page' }, ({ path }) => ({
        resolveDir: __dirname,
        ...compiled(path, modules.get(path)),
      }));
    },
  };
}

function compiled(name: string, code: string | undefined): OnLoadResult {
  if (code === undefined) return { errors: [{ text: `The page has no module "${name}".` }] };
  if (name.endsWith('.svelte')) {
    return { contents: compileSvelte(code, { generate: 'client', dev: true }).js.code };
  }
  if (!name.endsWith('.vue')) return { contents: code, loader: 'ts' };
  const { descriptor } = parseVue(code);
  return { contents: compileScript(descriptor, { id: 'page', inlineTemplate: true }).content };
}
