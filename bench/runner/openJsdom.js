/** Makes the process a browser page as far as React asks for one, then loads React from the bundle of the apps. */
export async function openJsdom(bundles) {
  if (!globalThis.document) await installDocument();
  return import(`${bundles}apps/support/host.js`);
}

async function installDocument() {
  const { JSDOM } = await import('jsdom');
  const { window } = new JSDOM('<!doctype html><body></body>', {
    url: 'http://localhost/',
    pretendToBeVisual: true,
  });
  globalThis.window = window;
  globalThis.document = window.document;
  globalThis.navigator ??= window.navigator;
}
