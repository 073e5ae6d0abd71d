import type { Subscription } from 'rxjs';
import { DEVELOPMENT } from '../../shared/development.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { DevtoolsElement, DevtoolsSettings } from './DevtoolsElement.ts';
import type { MountedPanel, mountPanel as mount } from './panel/mountPanel.tsx';
import type { DevtoolsSession } from './session/DevtoolsSession.ts';
import { latestSession, sessionOf } from './session/sessions.ts';

const NAME = 'streambed-devtools';

/**
 * Registers the element `<streambed-devtools>`: a button in a corner of the page that opens the
 * panel. The panel's code is loaded when the first element is on a page. In production builds, and
 * without a page, it does nothing.
 *
 * @example
 * ```ts
 * defineDevtools();
 * document.body.append(Object.assign(document.createElement('streambed-devtools'), { store }));
 * ```
 */
export function defineDevtools(): void {
  if (DEVELOPMENT && typeof customElements !== 'undefined' && !customElements.get(NAME)) {
    customElements.define(NAME, makeElementClass());
  }
}

/** Without the condition, bundlers would write the panel's file in production builds, too. */
async function loadPanel(): Promise<typeof mount | undefined> {
  return DEVELOPMENT ? (await import('./panel/mountPanel.tsx')).mountPanel : undefined;
}

/** A function, because there is no `HTMLElement` in Node. */
function makeElementClass(): CustomElementConstructor {
  return class extends HTMLElement implements DevtoolsElement {
    static readonly observedAttributes = ['position', 'theme'];

    #store: Store | undefined;
    #panel: MountedPanel | undefined;
    #latest: Subscription | undefined;
    /** Counts what was begun, so that what is late is noticed. */
    #turn = 0;

    constructor() {
      super();
      this.attachShadow({ mode: 'open' });
      // The property may have been set before the element was registered.
      const { store } = this;
      if (Object.hasOwn(this, 'store')) {
        Reflect.deleteProperty(this, 'store');
        this.#store = store;
      }
    }

    get store(): Store | undefined {
      return this.#store;
    }

    set store(store: Store | undefined) {
      if (store === this.#store) return;
      this.#store = store;
      if (this.isConnected) this.#mount();
    }

    connectedCallback(): void {
      this.#mount();
    }

    disconnectedCallback(): void {
      this.#unmount();
    }

    attributeChangedCallback(): void {
      this.#panel?.update(this.#settings());
    }

    #mount(): void {
      this.#unmount();
      if (this.#store) {
        void this.#show(sessionOf(this.#store));
        return;
      }
      this.#latest = latestSession().subscribe((latest) => {
        const session = latest?.deref();
        if (session && !session.isEnded) void this.#show(session);
      });
    }

    async #show(session: DevtoolsSession): Promise<void> {
      this.#remove();
      const turn = this.#turn;
      const mountPanel = await loadPanel();
      // The cast holds: the constructor has attached it.
      const root = this.shadowRoot as ShadowRoot;
      if (turn === this.#turn) this.#panel = mountPanel?.(root, session, this.#settings());
    }

    #unmount(): void {
      this.#latest?.unsubscribe();
      this.#remove();
    }

    #remove(): void {
      this.#turn++;
      this.#panel?.unmount();
      this.#panel = undefined;
    }

    #settings(): DevtoolsSettings {
      const position = this.getAttribute('position');
      const theme = this.getAttribute('theme');
      return {
        initialIsOpen: this.hasAttribute('open'),
        position: position === 'right' ? position : 'bottom',
        theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
        nonce: this.nonce,
      };
    }
  };
}
