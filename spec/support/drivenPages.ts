import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestServer } from '../http/rest/testServer.ts';
import { launchChromium } from './launchChromium.ts';
import { servePage } from './servePage.ts';

/** Functions of a program, by name. */
type Program = object;
type Called<P extends Program, K extends keyof P> = P[K] extends (...args: infer A) => infer R
  ? { readonly args: A; readonly result: Awaited<R> }
  : never;

/**
 * Pages of a program of the browser specs, which a spec drives: each spec has an IndexedDB of its
 * own. `answer` responds to the requests for data.
 */
export function drivenPages<P extends Program>(entry: string, answer: (path: string) => unknown) {
  let browser: Browser;
  let context: BrowserContext;
  let server: TestServer;

  beforeAll(async () => {
    server = await servePage(entry, 'program', answer);
    browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  });
  beforeEach(async () => {
    context = await browser.newContext();
    server.requests.length = 0;
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  return {
    /** Holds the response to the next request of a path until it is released, after `then`. */
    hold: (path: string, then = (): void => undefined) => {
      const usual = server.answer;
      let respond: () => void = () => undefined;
      const arrived = new Promise<void>((resolve) => {
        server.answer = (response, request) => {
          if (request.url !== path) return usual(response, request);
          server.answer = usual;
          respond = () => {
            then();
            usual(response, request);
          };
          resolve();
        };
      });
      return { arrived, release: (): void => respond() };
    },
    /** The address of a page. */
    url: (name: string) => `${server.origin}/${name}`,
    /** The paths of data that were requested. */
    dataRequests: (): readonly string[] =>
      server.requests.map(({ url }) => url).filter((url) => answer(url) !== undefined),
    open: async (): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(`${server.origin}/first`);
      return page;
    },
    /** Calls a function of the program in a page. */
    call: <K extends keyof P & string>(
      page: Page,
      name: K,
      ...args: Called<P, K>['args']
    ): Promise<Called<P, K>['result']> =>
      // The casts hold: the program is the global of the page.
      page.evaluate(
        ([key, list]) => {
          const { program } = globalThis as unknown as {
            program: Record<string, (...all: readonly unknown[]) => unknown>;
          };
          return program[key](...list);
        },
        [name, args as readonly unknown[]] as const,
      ) as Promise<Called<P, K>['result']>,
  };
}
