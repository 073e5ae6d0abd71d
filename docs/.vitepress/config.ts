import { readFileSync } from 'node:fs';
import { defineConfig, type HeadConfig } from 'vitepress';
import { apiSidebars } from './api/apiSidebars.ts';
import { darkImages } from './darkImages.ts';
import { editExamples } from './editExamples.ts';
import { descriptionOf } from './description.ts';
import { errorLinks } from './errorLinks.ts';
import { hideComments } from './hideComments.ts';
import { frameFiles, writeFrameFiles } from './playground/frame/frameFiles.ts';
import { repositoryPaths } from './repositoryPaths.ts';
import { searchOptions } from './search/searchOptions.ts';
import { searchSections } from './search/searchSections.ts';
import { sidebar } from './sidebar.ts';

const base = process.env.SITE_BASE ?? '/';
// The cast holds: npm needs the member.
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export default defineConfig({
  title: 'Streambed',
  description: 'Normalized server data as RxJS streams, with a Suspense bridge for React.',
  lang: 'en',
  base,
  srcExclude: ['decisions/**'],
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}mark.svg` }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // The ids that GitHub makes: a link to a heading works in both places.
    anchor: { slugify: headingId },
    config(md) {
      // Prose such as "put it into <StoreProvider>" is text. HTML stands in blocks of its own.
      md.inline.ruler.disable('html_inline');
      md.use(editExamples).use(hideComments).use(repositoryPaths).use(darkImages).use(errorLinks);
    },
  },
  transformPageData(page, { siteConfig }) {
    page.description = descriptionOf(page, siteConfig.srcDir);
  },
  transformHead({ pageData: { title, description } }) {
    const image = `${process.env.SITE_ORIGIN ?? ''}${base}social.png`;
    const shared = { title, description, image, type: 'website' };
    return [
      ...Object.entries(shared).map(([name, content]): HeadConfig => [
        'meta',
        { property: `og:${name}`, content },
      ]),
      ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ];
  },
  buildEnd: ({ outDir }) => writeFrameFiles(outDir),
  themeConfig: {
    logo: { src: '/mark.svg', width: 24, height: 24 },
    nav: [
      { text: 'Docs', link: '/getting-started', activeMatch: '^/(?!$|api/|playground/)' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Playground', link: '/playground/', activeMatch: '^/playground/' },
    ],
    sidebar: { '/': sidebar, ...apiSidebars() },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: { searchOptions, _splitIntoSections: searchSections },
      },
    },
    externalLinkIcon: true,
    footer: {
      message: `Version ${version} · <a href="${base}compatibility.html">compatibility</a> · <a href="${base}faq.html">FAQ</a> · <a href="${base}glossary.html">glossary</a>`,
      copyright: 'MIT License · Streambed contributors',
    },
  },
  vite: {
    plugins: [frameFiles()],
    // Found at the start: packages that are found later reload the page.
    optimizeDeps: {
      include: [
        'codemirror',
        '@codemirror/autocomplete',
        '@codemirror/lang-javascript',
        '@codemirror/language',
        '@codemirror/lint',
        '@codemirror/view',
        '@lezer/highlight',
        'typescript',
      ],
    },
    worker: { format: 'es' },
    build: {
      // The search index and the playground are large, and loaded when they are used.
      chunkSizeWarningLimit: 2_000,
    },
  },
});

function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
