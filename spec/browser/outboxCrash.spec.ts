import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import type { SeenRequest, TestServer } from '../http/rest/testServer.ts';
import { KillableChromium } from '../support/killableChromium.ts';
import { servePage } from '../support/servePage.ts';
import { until } from '../support/until.ts';
import type * as outboxPage from './outboxPage.ts';

type InPage = { program: typeof outboxPage };

/** Rounds of each mode. In each of them a page ends while mutations are being sent. */
const ROUNDS = Number(process.env.CRASH_RUNS ?? 10);

/** Ends a spec that hangs, ms. */
const TIMEOUT = 60_000 + ROUNDS * 15_000;

const JSON_TYPE = { 'content-type': 'application/json' };

/** The mutations of a round have numbers from here on. */
const firstOf = (round: number): number => round * 1_000;

/**
 * A server that has an effect once for each value of the header. Effects take different times, and some
 * responses are lost.
 */
class NoteServer {
  /** The numbers of the mutations that had an effect, by note, in their order. */
  readonly notes = new Map<string, number[]>();
  /** The values of the header that came with a number. */
  readonly keys = new Map<number, Set<string>>();
  /** The numbers that came while another request with their header was in flight, with its tab. */
  readonly overlapping: (readonly [n: number, tab: string])[] = [];
  /** The tabs that were ended. The server may learn later that their requests have ended, too. */
  readonly endedTabs = new Set<string>();
  /** The last numbers of the mutations that pages have seen stored. */
  readonly made: number[] = [];
  readonly urls = new Set<string>();
  /** It closes connections, without an effect. */
  isDown = false;
  /** The tab of each request that is in flight, by its key. */
  readonly #inFlight = new Map<string, string>();
  readonly #responses = new Map<string, object>();
  #requests = 0;

  respond(response: ServerResponse, { body, headers, url }: SeenRequest): void {
    const [, what, of] = url.split('/');
    if (what === 'made') {
      this.made.push(Number(of));
      response.end();
      return;
    }
    this.urls.add(url);
    const key = String(headers['idempotency-key']);
    const { n } = JSON.parse(body) as { n: number };
    this.keys.set(n, (this.keys.get(n) ?? new Set()).add(key));
    if (this.isDown) {
      response.destroy();
      return;
    }
    const other = this.#inFlight.get(key);
    if (other !== undefined) this.overlapping.push([n, other]);
    this.#inFlight.set(key, String(headers['x-tab']));
    response.once('close', () => this.#inFlight.delete(key));
    const count = ++this.#requests;
    setTimeout(
      () => {
        const note = this.#responses.get(key) ?? this.#write(of ?? `created-${n}`, n);
        this.#responses.set(key, note);
        this.#inFlight.delete(key);
        // Pages are killed before a response, too; each eleventh one is lost on the way.
        if (count % 11 === 0) response.destroy();
        else response.writeHead(200, JSON_TYPE).end(JSON.stringify(note));
      },
      (count * 17) % 40,
    );
  }

  #write(id: string, n: number): object {
    this.notes.set(id, [...(this.notes.get(id) ?? []), n]);
    return { id, n };
  }

  /** How often each number had an effect. */
  get effects(): ReadonlyMap<number, number> {
    const effects = new Map<number, number>();
    for (const n of [...this.notes.values()].flat()) effects.set(n, (effects.get(n) ?? 0) + 1);
    return effects;
  }
}

let server: TestServer;
let notes: NoteServer;
let chromium: KillableChromium;
/** Mutations up to here may be lost: Chromium has deleted a damaged database. */
let lostUpTo: number;

beforeAll(async () => {
  server = await servePage('outboxPage.ts', 'program', () => undefined);
  const respondPage = server.answer;
  server.answer = (response, request) => {
    const isOfPage = request.method === 'GET' && !request.url.startsWith('/made/');
    if (isOfPage) respondPage(response, request);
    else notes.respond(response, request);
  };
});
beforeEach(() => {
  chromium = new KillableChromium();
  notes = new NoteServer();
  lostUpTo = 0;
  server.requests.length = 0;
});
afterEach(() => chromium.end());
afterAll(() => server.close());

/** Starts the program; its mutations of before are sent from then on. */
function start(page: Page, isPersisted: boolean): Promise<void> {
  return page.evaluate(
    (persisted) => (globalThis as unknown as InPage).program.start(persisted),
    isPersisted,
  );
}

/** Begins to make mutations in a page; its promise never resolves. */
function begin(page: Page, round: number): Promise<void> {
  return page.evaluate((from) => {
    void (globalThis as unknown as InPage).program.makeMutations(from);
  }, firstOf(round));
}

/** Resolves in a moment, after the page has so many more times seen its mutations stored. */
async function stored(count: number): Promise<void> {
  const wanted = notes.made.length + count;
  await until(
    `${wanted} mutations were stored`,
    () => notes.made.length >= wanted || chromium.hasFoundDamage,
  );
  await aMoment();
}

/** A page ends anywhere in its work. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
}

function tabOf(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as InPage).program.tab);
}

/** Has a page try at once what waits. */
function wake(page: Page): Promise<void> {
  return page.evaluate(() => (globalThis as unknown as InPage).program.wake());
}

/** Waits until no mutation is pending. None has failed. */
async function drain(page: Page): Promise<void> {
  expect(await page.evaluate(() => (globalThis as unknown as InPage).program.drain())).toBe(0);
  noteDamage();
}

function noteDamage(): void {
  if (chromium.hasFoundDamage) lostUpTo = notes.made.at(-1) ?? 0;
}

/** The numbers of the mutations that pages have seen stored. */
function numbersMade(): readonly number[] {
  return notes.made.flatMap((last) => {
    const isWhole = last % 4 === 0;
    const count = isWhole ? 4 : 3;
    return Array.from({ length: count }, (_, at) => last - at);
  });
}

/** None of them. */
const NO_FAULTS = {
  lost: [],
  repeated: [],
  underTwoKeys: [],
  fromTwoTabs: [],
  unordered: [],
  withPlaceholder: [],
};

/** What went wrong in the server. The effects of mutations with one `series` are in order. */
function faults(series: (n: number) => number): Record<keyof typeof NO_FAULTS, unknown> {
  const { effects, endedTabs, keys, overlapping, urls } = notes;
  const isBehind = (n: number, before: readonly number[]): boolean =>
    before.some((other) => other >= n && series(other) === series(n));
  return {
    lost: numbersMade().filter((n) => !effects.has(n) && n > lostUpTo),
    repeated: [...effects].filter(([, count]) => count > 1),
    underTwoKeys: [...keys].filter(([, { size }]) => size > 1),
    fromTwoTabs: overlapping.filter(([, tab]) => !endedTabs.has(tab)),
    unordered: [...notes.notes].filter(([, all]) =>
      all.some((n, at) => isBehind(n, all.slice(0, at))),
    ),
    withPlaceholder: [...urls].filter((url) => url.includes('optimistic')),
  };
}

describe(`an outbox whose page ends while it sends, ${ROUNDS} times,`, () => {
  it(
    'has each mutation reach the server once, in order, after kills of the browser',
    async () => {
      for (let round = 0; round <= ROUNDS; round++) {
        const page = await chromium.open(server.origin);
        await start(page, true);
        // In other rounds the mutations of this one are made while those of before wait.
        if (round % 3 === 0 || round === ROUNDS) await drain(page);
        if (round === ROUNDS) break;
        // So that the next page has many mutations to send.
        notes.isDown = round % 2 === 1;
        await begin(page, round);
        await stored(1 + (round % 3));
        noteDamage();
        notes.endedTabs.add(await tabOf(page));
        await chromium.kill();
        notes.isDown = false;
      }
      expect(faults(() => 0)).toEqual(NO_FAULTS);
      expect(notes.made.length).toBeGreaterThanOrEqual(ROUNDS);
    },
    TIMEOUT,
  );

  it(
    'has the mutations of a tab that crashes sent by others, once and in order',
    async () => {
      let page = await chromium.open(server.origin);
      await start(page, false);
      for (let round = 0; round < ROUNDS; round++) {
        notes.isDown = round % 2 === 1;
        await begin(page, round);
        await stored(1 + (round % 3));
        // It begins while the other one makes and sends mutations.
        const next = await chromium.openTab(page, server.origin);
        await start(next, false);
        await stored(round % 2);
        notes.isDown = false;
        // Both try at once what they know of.
        await Promise.all([wake(page), wake(next)]);
        await aMoment();
        notes.endedTabs.add(await tabOf(page));
        await chromium.crash(page);
        page = next;
        if (round % 3 === 0) await drain(page);
      }
      // A tab may not have heard of the last mutations of another one.
      const last = await chromium.openTab(page, server.origin);
      await start(last, false);
      await drain(last);
      // For the same reason only those of one tab are in order.
      expect(faults((n) => Math.floor(n / firstOf(1)))).toEqual(NO_FAULTS);
      expect(notes.made.length).toBeGreaterThanOrEqual(ROUNDS);
    },
    TIMEOUT,
  );
});
