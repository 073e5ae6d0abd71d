import { join } from 'node:path';
import { build, type OnLoadResult, type Plugin } from 'esbuild';
import { compile as compileSvelte } from 'svelte/compiler';
import { compileScript, parse as parseVue } from 'vue/compiler-sfc';
import { namedModules, root } from '../docs/readPages.ts';

/** Where a bundle runs. */
export type Side = 'browser' | 'server';

/** What a framework needs around the examples of the page. */
export interface Framework {
  /** Which mounts of `./mounts` it has: `vue` and `vueServer`. */
  readonly name: string;
  /** The modules of the page whose exports a mount gets. */
  readonly modules: readonly string[];
}

export const frameworks: readonly Framework[] = [
  { name: 'angular', modules: ['api', 'Users', 'injectRead'] },
  { name: 'svelte', modules: ['api', 'App.svelte'] },
  { name: 'vue', modules: ['api', 'Users.vue', 'useRead'] },
  { name: 'solid', modules: ['api', 'useUsers', 'useStoreRead'] },
];

export function frameworkNamed(name: string): Framework {
  return frameworks.find((framework) => framework.name === name)!;
}

const pages = ['frameworks', 'angular', 'svelte', 'vue', 'solid'];

/** The modules of the pages, and roots for those that need one in a language of their own. */
const modules: ReadonlyMap<string, string> = new Map([
  ...pages.flatMap((page) => [...namedModules(`docs/${page}.md`)]),
  [
    'App.svelte',
    `<script>
      import { setStore } from './createRead';
      import Users from './Users.svelte';
      const { store, first } = $props();
      setStore(store);
      let team = $state(first);
      export function setTeam(next) { team = next; }
    </script>
    <Users {team} />`,
  ],
  [
    'unwrapped.svelte',
    `<script>
      import { fromStore } from 'svelte/store';
      import { getUsers } from './api';
      const { store } = $props();
      const users = fromStore(store.observe(getUsers, { team: 'a' }));
    </script>
    {#each users.current.data ?? [] as user (user.id)}<li>{user.name}</li>{/each}`,
  ],
]);

/**
 * A script: for a page, `bundle.mount` mounts the examples, and `bundle.page` has what they export;
 * for a server, a program for Node.
 */
export async function bundlePage(framework: Framework, side: Side): Promise<string> {
  const imports = framework.modules.map((name, at) => `import * as m${at} from 'page/${name}';`);
  const page = `{ ${framework.modules.map((_, at) => `...m${at}`).join(', ')} }`;
  const program =
    side === 'server'
      ? `import { mount } from './mounts/${framework.name}Server.ts';
         import { runOnServer } from './mounts/runOnServer.ts';
         runOnServer(mount, ${page});`
      : `export { mount } from './mounts/${framework.name}.ts';
         export const page = ${page};`;
  const { outputFiles } = await build({
    stdin: { contents: [...imports, program].join('\n'), resolveDir: __dirname },
    bundle: true,
    write: false,
    // Servers of Solid and Svelte have modules of their own.
    platform: side === 'server' ? 'node' : 'browser',
    format: side === 'server' ? 'cjs' : 'iife',
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
    plugins: [fromPage(side)],
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

function fromPage(side: Side): Plugin {
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
        ...compiled(path, side),
      }));
    },
  };
}

function compiled(name: string, side: Side): OnLoadResult {
  const code = modules.get(name);
  if (code === undefined) return { errors: [{ text: `The page has no module "${name}".` }] };
  if (name.endsWith('.svelte')) {
    const generate = side === 'server' ? 'server' : 'client';
    return { contents: compileSvelte(code, { generate, dev: true }).js.code };
  }
  if (!name.endsWith('.vue')) return { contents: code, loader: 'ts' };
  const { descriptor } = parseVue(code);
  const templateOptions = { ssr: side === 'server', ssrCssVars: [] };
  const options = { id: 'page', inlineTemplate: true, templateOptions };
  return { contents: compileScript(descriptor, options).content };
}
