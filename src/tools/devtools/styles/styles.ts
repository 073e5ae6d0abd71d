import { entitiesStyles } from '../entities/entitiesStyles.ts';
import { keysStyles } from '../keys/keysStyles.ts';
import { requestStyles } from '../requests/requestStyles.ts';
import { storageStyles } from '../storage/storageStyles.ts';
import { timelineStyles } from '../timeline/timelineStyles.ts';
import { whyStyles } from '../why/whyStyles.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';
import { tokens } from './tokens.ts';

const text = [
  tokens,
  shell,
  parts,
  keysStyles,
  entitiesStyles,
  timelineStyles,
  requestStyles,
  storageStyles,
  whyStyles,
].join('\n');

let sheet: CSSStyleSheet | undefined;

/**
 * Gives the shadow root its styles. All panels share one sheet; where sheets cannot be shared, the
 * root gets a `<style>`, for which a Content-Security-Policy may demand the nonce.
 */
export function addStyles(root: ShadowRoot, nonce: string | undefined): void {
  if ('adoptedStyleSheets' in root && typeof CSSStyleSheet.prototype.replaceSync === 'function') {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
    }
    root.adoptedStyleSheets = [sheet];
    return;
  }
  if (root.querySelector('style')) return;
  const style = document.createElement('style');
  if (nonce) style.nonce = nonce;
  style.textContent = text;
  root.prepend(style);
}
