import type { Page } from 'playwright-core';
import { siteBrowser } from '../../support/siteBrowser.ts';

const site = siteBrowser();

/** What the browser says about loading the page. */
interface Loading {
  readonly shift: number;
  readonly painted: readonly string[];
  /** What the first paint waits for: the page itself and what blocks it. */
  readonly beforePaint: Count;
  readonly all: Count;
  /** Files that only the demo and the search need. */
  readonly early: readonly string[];
}

/** A file with what TypeScript's library does not know yet. */
interface LoadedFile extends PerformanceResourceTiming {
  readonly renderBlockingStatus?: 'blocking' | 'non-blocking';
}

interface Count {
  readonly requests: number;
  /** Bytes of the contents, not compressed. */
  readonly bytes: number;
}

/** The entries of the browser's own timings, once nothing is loading. Times are not compared. */
async function loadingOf(page: Page): Promise<Loading> {
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    const entries = (type: string): Promise<PerformanceEntry[]> =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
        observer.observe({ type, buffered: true });
        // A type without entries has no call.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      });
    const [shifts, paints, resources, navigation] = await Promise.all(
      ['layout-shift', 'paint', 'resource', 'navigation'].map(entries),
    );
    // The casts hold: entries of these types have the members.
    const files = [...navigation, ...resources] as LoadedFile[];
    const blocking = files.filter(
      ({ entryType, renderBlockingStatus }) =>
        entryType === 'navigation' || renderBlockingStatus === 'blocking',
    );
    const count = (some: typeof files) => ({
      requests: some.length,
      bytes: some.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
    });
    return {
      shift: shifts.reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
      painted: paints.map(({ name }) => name),
      beforePaint: count(blocking),
      all: count(files),
      early: files
        .map(({ name }) => name)
        .filter((name) => /Playground|frame\.js|localSearch|TypeClient/.test(name)),
    };
  });
}

it.each([390, 1280])(
  'the home page moves nothing, and its first paint waits for its style only, at %d px',
  async (width) => {
    const { page, problems } = await site.open('/', { width });
    const { shift, painted, beforePaint, all, early } = await loadingOf(page);
    expect(painted).toContain('first-contentful-paint');
    expect(shift).toBeLessThan(0.01);
    // The page, its style and the empty style of VitePress's icons.
    expect(beforePaint.requests).toBeLessThanOrEqual(3);
    expect(beforePaint.bytes).toBeGreaterThan(50_000);
    expect(beforePaint.bytes).toBeLessThan(150_000);
    expect(all.requests).toBeLessThanOrEqual(12);
    expect(all.bytes).toBeLessThan(480_000);
    expect(early).toEqual([]);
    expect(problems).toEqual([]);
  },
);
