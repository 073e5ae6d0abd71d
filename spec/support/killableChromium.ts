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

  /** Starts it, with the data of before, and opens a page. */
  async open(url: string): Promise<Page> {
    // A group of its own: killing it ends all processes of the browser.
    const flags = [
      ...chromiumFlags,
      `--user-data-dir=${this.#folder}`,
      '--remote-debugging-port=0',
    ];
    const child = spawn(
      process.env.CHROME_PATH || chromium.executablePath(),
      [...flags, 'about:blank'],
      {
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.#process = child;
    this.#browser = await chromium.connectOverCDP(await debuggerOf(child));
    const page = await this.#browser.contexts()[0].newPage();
    await page.goto(url);
    return page;
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
}

/** The address that a starting Chromium prints. */
async function debuggerOf({ stderr }: ChildProcess): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stderr! })) {
    const url = /DevTools listening on (\S+)/.exec(line)?.[1];
    if (url) {
      stderr!.resume();
      return url;
    }
    lines.push(line);
  }
  throw new Error(`Chromium has not started.\n${lines.join('\n')}`);
}
