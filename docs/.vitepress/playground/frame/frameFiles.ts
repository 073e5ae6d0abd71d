import type { ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { PluginOption } from 'vite';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Serves `playground/frame.js` and `playground/frame.css` while the site is developed. */
export function frameFiles(): PluginOption {
  return {
    name: 'playground-frame',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = /\/playground\/(frame\.(?:js|css))$/.exec(request.url ?? '')?.[1];
        if (name) void respond(name, response).catch((error: Error) => response.destroy(error));
        else next();
      });
    },
  };
}

async function respond(name: string, response: ServerResponse): Promise<void> {
  const { outputFiles = [] } = await bundleFrame(root);
  response.setHeader('content-type', name === 'frame.js' ? 'text/javascript' : 'text/css');
  response.end(outputFiles.find(({ path }) => basename(path) === name)?.contents);
}

/** Writes both files into the folder of the built site. */
export async function writeFrameFiles(folder: string): Promise<void> {
  await bundleFrame(folder, true);
}

/**
 * The page puts both files into the document of the frame, so the script is no module. React
 * and Streambed are bundled as in development: programs get their warnings, and errors that say how
 * to fix them.
 */
function bundleFrame(folder: string, write = false) {
  return build({
    absWorkingDir: root,
    entryPoints: { frame: 'docs/.vitepress/playground/frame/startFrame.tsx' },
    outdir: join(folder, 'playground'),
    bundle: true,
    write,
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    tsconfig: 'tsconfig.json',
    define: { 'process.env.NODE_ENV': '"development"' },
  });
}
