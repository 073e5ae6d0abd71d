import { readFileSync } from 'node:fs';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Sandboxed frames have an origin of their own, which axe leaves out by default. */
const allowAll = "axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });";
const axe = `${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')}\n${allowAll}`;

/** What axe finds in the page and its frames, or in one element of it. */
export async function axeViolations(page: Page, selector = 'html') {
  for (const frame of page.frames()) await frame.addScriptTag({ content: axe });
  return page.evaluate(async (part) => {
    // The cast holds: the script defines it.
    const { run } = (globalThis as unknown as { axe: typeof Axe }).axe;
    // By default, axe leaves out a frame that does not respond within half a second.
    const { violations } = await run(part, { pingWaitTime: 30_000 });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes
        .slice(0, 5)
        .map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }));
  }, selector);
}

/** What axe finds and calls serious or critical. */
export async function seriousViolations(page: Page): Promise<unknown[]> {
  const found = await axeViolations(page);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
