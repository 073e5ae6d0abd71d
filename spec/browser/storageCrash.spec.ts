import type { Page } from 'playwright-core';
import { KillableChromium } from '../support/killableChromium.ts';
import { servePage } from '../support/servePage.ts';
import { until } from '../support/until.ts';
import type { TestServer } from '../http/rest/testServer.ts';
import type * as persistPage from './persistPage.ts';

type InPage = { program: typeof persistPage };

/** Rounds of each mode. In each of them the browser is killed while a page writes. */
const ROUNDS = Number(process.env.CRASH_RUNS ?? 10);

/** Ends a spec that hangs, ms. */
const TIMEOUT = 60_000 + ROUNDS * 10_000;

/** More than one slice of a commit. */
const ROWS = 300;

let server: TestServer;
let chromium: KillableChromium;
/** The last number that the page has reported. */
let counted: number;
let onCounted: () => void;

beforeAll(async () => {
  server = await servePage('persistPage.ts', 'program', (path) => {
    const [, what, number] = path.split('/');
    if (what === 'rows') return [];
    if (what !== 'counted') return undefined;
    counted = Number(number);
    onCounted();
    return {};
  });
});
beforeEach(() => {
  chromium = new KillableChromium();
  counted = 0;
  onCounted = () => undefined;
});
afterEach(() => chromium.end());
afterAll(() => server.close());

/** Begins to count in a page; its promise never resolves. */
const begin = (page: Page, where: 'countInStore' | 'countInStorage', from: number) =>
  page.evaluate(
    ([name, count, n]) => {
      const { program } = globalThis as unknown as InPage;
      void program[name](count, n);
    },
    [where, ROWS, from] as const,
  );

/** Resolves in a moment, after this many reports: the page is in a commit then. */
async function reports(count: number): Promise<void> {
  let left = count;
  await new Promise<void>((resolve) => {
    onCounted = () => left-- === 1 && resolve();
    if (count === 0) resolve();
  });
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
}

/**
 * The one number of all stored rows; 0 without rows. It is at least `least`, unless Chromium says that
 * it has deleted the database: it writes behind a record that a kill has cut, and finds that later.
 */
async function storedNumber(page: Page, least: number): Promise<number> {
  const rows = await page.evaluate(() => (globalThis as unknown as InPage).program.storedRows());
  const numbers = Object.values(rows);
  expect([0, ROWS]).toContain(numbers.length);
  expect(new Set(numbers).size).toBeLessThan(2);
  const [number = 0] = numbers;
  const isLost = number === 0 && least > 0;
  if (isLost) await until('Chromium says that it found damage', () => chromium.hasFoundDamage);
  expect(number).toBeGreaterThanOrEqual(isLost ? 0 : least);
  return number;
}

describe(`a browser that is killed while it writes, ${ROUNDS} times,`, () => {
  it(
    'shows the state after one commit of the store, and no earlier one than before (R12)',
    async () => {
      let stored = 0;
      for (let round = 0; round <= ROUNDS; round++) {
        const page = await chromium.open(server.origin);
        stored = await storedNumber(page, stored);
        await page.evaluate(() => (globalThis as unknown as InPage).program.start());
        // The server has no rows: a program without stored data shows none.
        const shown = await page.evaluate(
          (count) => (globalThis as unknown as InPage).program.readRows(count),
          ROWS,
        );
        expect(shown).toEqual(Array.from({ length: stored > 0 ? ROWS : 0 }, () => stored));
        if (round === ROUNDS) break;
        const enough = reports(round % 5);
        await begin(page, 'countInStore', Math.max(stored, counted));
        await enough;
        await chromium.kill();
      }
      expect(counted).toBeGreaterThan(0);
    },
    TIMEOUT,
  );

  it(
    'has every strict commit that was acknowledged, and no half of one',
    async () => {
      let most = 0;
      for (let round = 0; round <= ROUNDS; round++) {
        const page = await chromium.open(server.origin);
        counted = await storedNumber(page, counted);
        most = Math.max(most, counted);
        if (round === ROUNDS) break;
        const enough = reports(round % 5);
        await begin(page, 'countInStorage', counted);
        await enough;
        await chromium.kill();
      }
      expect(most).toBeGreaterThan(0);
    },
    TIMEOUT,
  );
});
