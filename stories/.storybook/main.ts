import { fileURLToPath } from 'node:url';
import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';

const source = (path: string): string =>
  fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

const config: StorybookConfig = {
  framework: { name: '@storybook/react-vite', options: { strictMode: true } },
  stories: ['../**/*.stories.@(ts|tsx)'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: {
    actions: false,
    backgrounds: false,
    controls: false,
    interactions: false,
    measure: false,
    outline: false,
    sidebarOnboardingChecklist: false,
  },
  previewHead: (head) => `${head ?? ''}<link rel="icon" href="./favicon.svg" />`,
  typescript: { reactDocgen: false },
  viteFinal: (vite) =>
    mergeConfig(vite, {
      resolve: {
        alias: [
          { find: /^streambed$/, replacement: source('index.ts') },
          { find: /^streambed\/([a-z-]+)$/, replacement: source('$1/index.ts') },
          { find: /^streambed\/([a-z-]+)\/([a-z-]+)$/, replacement: source('$1-$2/index.ts') },
        ],
      },
      // The built stories are for viewing and testing: React and Streambed warn in them, and
      // warnings name components.
      define: { 'process.env.NODE_ENV': '"development"' },
      build: { minify: false, chunkSizeWarningLimit: 10_000 },
    }),
};

export default config;
