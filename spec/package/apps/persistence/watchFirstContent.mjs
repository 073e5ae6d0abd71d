/**
 * Watches what a page shows from its start. Returns a function that reads the text which the page has shown first since it was loaded,
 * and how many fallbacks it has shown.
 */
export async function watchFirstContent(page) {
  await page.addInitScript(() => {
    const seen = { text: undefined, fallbacks: 0 };
    Object.assign(window, { seen });
    const observer = new MutationObserver(() => {
      const root = document.querySelector('#root');
      if (!root?.firstChild) return;
      seen.text ??= root.textContent;
      seen.fallbacks += root.querySelectorAll('.loading').length;
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => window.seen);
}
