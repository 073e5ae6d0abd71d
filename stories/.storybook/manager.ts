import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming/create';

const dark = matchMedia('(prefers-color-scheme: dark)').matches;

addons.setConfig({
  layout: { showPanel: false },
  ui: { enableShortcuts: false },
  theme: create({
    base: dark ? 'dark' : 'light',
    brandTitle: 'Streambed',
    brandTarget: '_self',
    colorPrimary: dark ? '#5cc4d8' : '#0b6e83',
    colorSecondary: dark ? '#2f8fa3' : '#0b6e83',
    appBg: dark ? '#10181d' : '#eef3f5',
    appContentBg: dark ? '#0c1317' : '#f7f9fa',
    appPreviewBg: dark ? '#0c1317' : '#f7f9fa',
    appBorderColor: dark ? '#24323a' : '#d9e2e6',
    appBorderRadius: 8,
    barBg: dark ? '#10181d' : '#ffffff',
  }),
});
