import type { PluginOption } from 'vite';

/**
 * Bundles React and Streambed as in development: the programs of the playground get their warnings,
 * and errors that say how to fix them. Vue and the rest of the site are built for production.
 */
export function developmentMode(): PluginOption {
  return {
    name: 'development-mode',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/|\/src\//.test(id))
        return;
      return code.replaceAll('process.env.NODE_ENV', '"development"');
    },
  };
}
