import type { Locator, Page } from 'playwright-core';

/** Replaces the code in the editor. */
export async function typeProgram(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(code);
}

/** A part of the frame in which the program runs. */
export function pane(page: Page, name: string): Locator {
  return page.frameLocator('.playground iframe').getByRole('region', { name, exact: true });
}
