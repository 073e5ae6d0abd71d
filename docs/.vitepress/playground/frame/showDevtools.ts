import type { StorePlugin } from 'streambed';
import { defineDevtools, devtools, type DevtoolsElement } from 'streambed/devtools';

/** Records a store, and shows it in the panel of devtools: the button in the corner of the frame. */
export function showDevtools(): StorePlugin {
  const record = devtools();
  return (store) => {
    const end = record(store);
    // The store that the program made last is in the panel.
    panel().store = store;
    return end;
  };
}

/** The element of the frame. Its colors are those of the site. */
function panel(): DevtoolsElement {
  const { documentElement, body } = document;
  const shown = document.querySelector<DevtoolsElement>('streambed-devtools');
  if (shown) return shown;
  defineDevtools();
  // The cast holds: the element is registered.
  const element = document.createElement('streambed-devtools') as DevtoolsElement;
  const paint = (): void => {
    const isDark = documentElement.classList.contains('dark');
    element.setAttribute('theme', isDark ? 'dark' : 'light');
  };
  paint();
  new MutationObserver(paint).observe(documentElement, { attributeFilter: ['class'] });
  body.append(element);
  return element;
}
