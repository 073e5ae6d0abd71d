import { BUNDLES } from '../../runner/paths.js';

/** Makes the process a browser page as far as React asks for one, then loads React from the bundle of the apps. */
export async function prepareReact() {
  const { JSDOM } = await import('jsdom');
  const { window } = new JSDOM('<!doctype html><body></body>', {
    url: 'http://localhost/',
    pretendToBeVisual: true,
  });
  globalThis.window = window;
  globalThis.document = window.document;
  globalThis.navigator ??= window.navigator;
  return import(`${BUNDLES}apps/support/host.js`);
}
