import { entries } from '../entries.mjs';

/** @type {import('typedoc').TypeDocOptions & import('typedoc-plugin-markdown').PluginOptions} */
export default {
  entryPoints: [...entries.values()],
  plugin: ['typedoc-plugin-markdown', './entryNames.mjs'],
  tsconfig: '../../../src/tsconfig.json',
  out: '../../api',
  name: 'API reference',
  readme: 'none',
  disableSources: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeInternal: true,
  excludeExternals: true,
  validation: {
    notExported: false,
  },
  externalSymbolLinkMappings: {
    '@types/react': {
      '*': '#',
    },
  },
  treatWarningsAsErrors: true,
  logLevel: 'Warn',
  githubPages: false,
  entryFileName: 'index',
  hidePageHeader: true,
  hideGroupHeadings: true,
  useCodeBlocks: true,
  indexFormat: 'table',
  parametersFormat: 'table',
  pageTitleTemplates: {
    index: '{projectName}',
    module: '{name}',
    member: '{name}',
  },
};
