// `npm run docs:social`: draws the image that other sites show beside a link to the documentation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../support/launchChromium.ts';

// The browser specs set it in jest.config.js.
process.env.CHROME_PATH ??= '/usr/bin/chromium';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const fonts = join(import.meta.resolve('vitepress'), '../../client/theme-default/fonts');
const font = readFileSync(new URL(`${fonts}/inter-roman-latin.woff2`)).toString('base64');
const image = readFileSync(join(docs, '.vitepress/landing/social.svg'), 'utf8');

const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(`
  <style>
    @font-face {
      font-family: Inter;
      font-weight: 100 900;
      src: url(data:font/woff2;base64,${font});
    }
    body { margin: 0 }
  </style>
  ${image}`);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: join(docs, 'public/social.png') });
await browser.close();
