interface FakePage {
  /** Sends an event to the window. */
  send(type: string, members?: object): void;
  /** Shows or hides the page. */
  show(isVisible: boolean): void;
  /** What `localStorage` has. */
  readonly marks: Map<string, string>;
  close(): void;
}

/** Gives Node the parts of a page that the feature uses. */
export function fakePage(): FakePage {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const marks = new Map<string, string>();
  const parts = {
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    document,
    localStorage: {
      getItem: (key: string) => marks.get(key) ?? null,
      setItem: (key: string, value: string) => void marks.set(key, value),
      removeItem: (key: string) => void marks.delete(key),
    },
  };
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return {
    marks,
    send: (type, members = {}) => {
      const event = Object.assign(new Event(type), members);
      (type === 'freeze' || type === 'resume' ? document : page).dispatchEvent(event);
    },
    show: (isVisible) => {
      document.visibilityState = isVisible ? 'visible' : 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
    },
    close: () => {
      for (const name of Object.keys(parts)) Reflect.deleteProperty(globalThis, name);
    },
  };
}
