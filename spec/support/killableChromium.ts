import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumFlags } from './launchChromium.ts';

/** A Chromium that keeps its data, and that a spec ends as the system does: without a warning. */
export class KillableChromium {
  readonly #folder = mkdtempSync(join(tmpdir(), 'streambed-chromium-'));
  #process: ChildProcess | undefined;
  #browser: Browser | undefined;
  /** What it has printed since it was started. */
  #lines: string[] = [];

  /** Whether it has found a database damaged since it was started. It then deletes the database. */
  get hasFoundDamage(): boolean {
    return this.#lines.some((line) => /indexed_db.*Got corruption/.test(line));
  }

  /** Starts it, with the data of before, and opens a page. */
  async open(url: string): Promise<Page> {
    const path = process.env.CHROME_PATH || chromium.executablePath();
    const flags = [
      ...chromiumFlags,
      `--user-data-dir=${this.#folder}`,
      '--remote-debugging-port=0',
      '--enable-logging=stderr',
    ];
    // A group of its own: killing it ends all processes of the browser.
    this.#process = spawn(path, [...flags, 'about:blank'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#lines = [];
    this.#browser = await chromium.connectOverCDP(await this.#debuggerOf(this.#process));
    const page = await this.#browser.contexts()[0].newPage();
    await page.goto(url);
    return page;
  }

  /** Opens another tab with the data of a page. */
  async openTab(page: Page, url: string): Promise<Page> {
    const tab = await page.context().newPage();
    await tab.goto(url);
    return tab;
  }

  /** Ends the process of a page, as a crash does. Resolves when it has ended. */
  async crash(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // A crashed page does not respond.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
  }

  /** SIGKILL to all of its processes. Resolves when they have ended. */
  async kill(): Promise<void> {
    const { pid } = this.#process ?? {};
    if (this.#process === undefined || pid === undefined) return;
    const ended = new Promise((resolve) => this.#process?.once('close', resolve));
    process.kill(-pid, 'SIGKILL');
    await ended;
    this.#process = undefined;
    await this.#browser?.close();
  }

  /** Ends it and deletes its data. */
  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The address that a starting Chromium prints. */
  #debuggerOf({ stderr }: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      const lines = createInterface({ input: stderr! });
      lines.on('line', (line) => {
        this.#lines.push(line);
        const [, url] = /DevTools listening on (\S+)/.exec(line) ?? [];
        if (url) resolve(url);
      });
      lines.on('close', () => reject(new Error(`Chromium has ended.\n${this.#lines.join('\n')}`)));
    });
  }
}
