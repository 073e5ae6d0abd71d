import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** What a Chromium without a screen needs, and what keeps it from calling home. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium of the browser specs. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { CHROME_PATH: executablePath } = process.env;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: chromiumFlags,
    ...options,
  });
}
