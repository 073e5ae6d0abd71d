import { existsSync } from 'node:fs';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium that stands in CHROME_PATH, or where distributions put it; `undefined` if there is none. */
export function findBrowser() {
  return process.env.CHROME_PATH || USUAL_PLACES.find((path) => existsSync(path));
}
