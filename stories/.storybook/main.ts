import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';
import { entries } from '../../docs/.vitepress/entries.mjs';

/** The entries of the package, the longer names first: an alias replaces the beginning of a name. */
const aliases = [...entries].toReversed().map(([find, replacement]) => ({ find, replacement }));

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
        alias: aliases,
      },
      // The built stories are for viewing and testing: React and Streambed warn in them, and
      // warnings name components.
      define: { 'process.env.NODE_ENV': '"development"' },
      build: { minify: false, chunkSizeWarningLimit: 10_000 },
    }),
};

export default config;
