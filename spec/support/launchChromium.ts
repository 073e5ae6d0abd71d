import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const flags = [
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
  return chromium.launch({ ...(executablePath && { executablePath }), args: flags, ...options });
}
