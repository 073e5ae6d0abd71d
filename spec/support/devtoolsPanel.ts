import type { Locator, Page } from 'playwright-core';

export type Tab = 'Keys' | 'Entities' | 'Timeline' | 'Requests' | 'Storage' | 'Why?';
/** The tabs that each store has. */
export const TABS: readonly Tab[] = ['Keys', 'Entities', 'Timeline', 'Requests', 'Why?'];

/** The open panel of devtools. */
export interface OpenPanel {
  readonly panel: Locator;
  readonly show: (tab: Tab) => Promise<void>;
  /** The first row of the tab's list with this text. */
  readonly row: (text: string) => Locator;
}

/** Opens the panel of devtools on a page that has the button. */
export async function openDevtools(page: Page): Promise<OpenPanel> {
  await page.locator('streambed-devtools').getByRole('button').click();
  const panel = page.getByRole('region', { name: 'Streambed devtools' });
  const rows = panel.getByRole('grid').getByRole('row');
  return {
    panel,
    async show(tab) {
      await panel.getByRole('tab', { name: tab }).click();
      await panel.getByRole('tabpanel', { name: tab }).waitFor();
    },
    row: (text) => rows.filter({ hasText: text }).first(),
  };
}

/** Renames a user in the story of the users list. */
export async function renameUser(page: Page, from: string, to: string): Promise<void> {
  const list = page.getByRole('list', { name: 'Users' });
  await page.getByRole('button', { name: `Rename ${from}` }).click();
  await list.getByRole('textbox').fill(to);
  await list.getByRole('textbox').press('Enter');
}
