// `npm run docs:images`: builds Storybook, and takes the pictures of docs/devtools*.md from its stories, light and dark.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { startApi } from '../../stories/api/startApi.ts';
import { type OpenPanel, openDevtools, renameUser } from '../support/devtoolsPanel.ts';
import { launchChromium } from '../support/launchChromium.ts';
import { serveFolder } from '../support/serveFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}docs/images`;
// The browser specs set it in jest.config.js.
process.env.CHROME_PATH ??= '/usr/bin/chromium';

const VIEWPORT = { width: 1_000, height: 860 };

interface Scene extends OpenPanel {
  readonly page: Page;
}

interface Picture {
  readonly story: string;
  /** Size of the page, px. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Brings the story and its panel to what the picture shows. Returns the part to show. */
  readonly prepare: (scene: Scene) => Promise<Locator | undefined>;
}

const api = await startApi();

const pictures: Readonly<Record<string, Picture>> = {
  keys: {
    story: 'changing-todos--todos',
    async prepare({ page, panel, show, row }) {
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('the');
      await show('Keys');
      await row('"q"').click();
      await panel.getByText('valid').first().waitFor();
      return panel;
    },
  },
  entities: {
    story: 'changing-todos--todos',
    async prepare({ page, panel, show, row }) {
      api.state.faults.delay = 5_000;
      await page.getByRole('checkbox').first().click();
      await show('Entities');
      await panel.getByRole('list', { name: 'Optimistic layers' }).waitFor();
      await row('id: 33').click();
      return panel;
    },
  },
  timeline: {
    story: 'lists-users-list--users-list',
    async prepare({ page, panel, show, row }) {
      await renameUser(page, 'Amara Okafor', 'Amara A.');
      await page.getByText('Amara A.', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Delete Bjarne Lindqvist' }).click();
      await page
        .getByRole('button', { name: 'Rename Bjarne Lindqvist' })
        .waitFor({ state: 'detached' });
      await show('Timeline');
      await row('1 updated').click();
      await panel.getByRole('button', { name: 'Show this state' }).click();
      await page.getByRole('button', { name: 'Rename Bjarne Lindqvist' }).waitFor();
      return undefined;
    },
  },
  requests: {
    story: 'lists-users-list--users-list',
    async prepare({ page, panel, show, row }) {
      api.state.faults.delay = 600;
      await row('/users').click();
      await panel.getByRole('button', { name: 'Refetch' }).click();
      await renameUser(page, 'Amara Okafor', 'Amara A.');
      await show('Requests');
      await row('fetched again').getByText('stored').waitFor();
      await row('fetched again').click();
      return panel;
    },
  },
  storage: {
    story: 'storing-field-notebook--story',
    async prepare({ page, panel, show }) {
      const write = async (title: string): Promise<void> => {
        await page.getByLabel('New note').fill(title);
        await page.getByRole('button', { name: 'Write', exact: true }).click();
      };
      await write('Dragon above the reed belt');
      await page.getByRole('list', { name: 'Failed changes' }).waitFor();
      await page.getByRole('switch', { name: 'Network' }).click();
      await write('Heron on the east bank');
      await page.getByRole('button', { name: 'Rename Heron on the east bank' }).click();
      await page.getByLabel('New name for Heron on the east bank').fill('Grey heron');
      await page.getByRole('button', { name: 'Save' }).click();
      await show('Storage');
      await panel.getByText('It is sent after', { exact: false }).waitFor();
      await panel
        .getByRole('region', { name: 'Outbox' })
        .evaluate((outbox) => outbox.scrollIntoView());
      return panel;
    },
  },
  why: {
    story: 'lists-users-list--users-list',
    viewport: { width: 1_340, height: 600 },
    async prepare({ page, panel, show }) {
      await panel.getByRole('button', { name: 'Dock at the right' }).click();
      await show('Why?');
      await panel.getByRole('button', { name: 'Pick a value on the page' }).click();
      await page.getByRole('list', { name: 'Users' }).getByText('Amara Okafor').click();
      await panel.getByRole('heading', { name: 'User 1' }).waitFor();
      return undefined;
    },
  },
};

execFileSync('npm', ['run', 'build:storybook'], { cwd: root, stdio: 'inherit' });
mkdirSync(folder, { recursive: true });
const pages = await serveFolder(`${root}stories/.out`);
const browser = await launchChromium();
try {
  for (const [name, { story, viewport = VIEWPORT, prepare }] of Object.entries(pictures)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      api.state.reset();
      const page = await browser.newPage({
        colorScheme,
        viewport,
        deviceScaleFactor: 1.5,
      });
      const query = `id=${story}&viewMode=story&api=${encodeURIComponent(api.url)}`;
      await page.goto(`${pages.url}/iframe.html?${query}`);
      await page.locator('.list').getByRole('listitem').first().waitFor();
      const part = await prepare({ page, ...(await openDevtools(page)) });
      await page.mouse.move(0, 0);
      const path = `${folder}/devtools-${name}${colorScheme === 'dark' ? '-dark' : ''}.png`;
      await (part ?? page).screenshot({ path });
      console.log(path);
      await page.close();
    }
  }
} finally {
  await browser.close();
  await pages.close();
  await api.close();
}
