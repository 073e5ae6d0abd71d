import { Highlight } from './Highlight.ts';
import { componentOf } from './fiberValues.ts';

/** What a picker reports. */
export interface PickerEvents {
  /** The element under the pointer, or that the keyboard has moved to. */
  readonly moved?: (element: Element) => void;
  /** The element that was chosen. The picker has ended. */
  readonly picked: (element: Element) => void;
  /** Escape, or the program, has ended the picker. */
  readonly cancelled?: () => void;
}

/** Events of the pointer that the page must not get while an element is picked. */
const SWALLOWED = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'dblclick',
  'contextmenu',
] as const;

/** Without their default there is no click on a touch screen. */
const STOPPED = ['touchstart', 'touchend'] as const;

/** Elements without data of their own. */
const PASSED_OVER = 'script, style, template, noscript, head, meta, link, br, hr';

/**
 * Lets the user pick an element of the page: with the pointer, or with Tab, Shift+Tab, the arrow up
 * to the element around it, and Enter. Escape ends it. Nothing of the page changes: the highlight is
 * beside it, and the page gets no events of the pointer and no keys meanwhile.
 */
export class Picker {
  readonly #root: Document;
  readonly #events: PickerEvents;
  readonly #isOwn: (target: EventTarget) => boolean;
  readonly #highlight: Highlight;
  readonly #listeners: [type: string, listener: (event: Event) => void][];
  #hasEnded = false;
  #current: Element | undefined;

  /** `isOwn`: whether a target is a part of devtools, whose events go on. */
  constructor(root: Document, isOwn: (target: EventTarget) => boolean, events: PickerEvents) {
    this.#root = root;
    this.#events = events;
    this.#isOwn = isOwn;
    this.#highlight = new Highlight(root);
    this.#listeners = [
      ...SWALLOWED.map((type): [string, (event: Event) => void] => [type, this.#swallow]),
      ...STOPPED.map((type): [string, (event: Event) => void] => [type, this.#stopEvent]),
      ['mousemove', this.#move],
      ['pointermove', this.#move],
      ['click', this.#click],
      ['keydown', this.#key],
      ['scroll', this.#draw],
      ['resize', this.#draw],
    ];
    for (const [type, listener] of this.#listeners) {
      // On the window, they are called before the listeners of the page.
      this.#view.addEventListener(type, listener, { capture: true, passive: false });
    }
  }

  get #view(): EventTarget {
    return this.#root.defaultView ?? this.#root;
  }

  /** The element that Enter picks. */
  get current(): Element | undefined {
    return this.#current;
  }

  /** Ends the picker without a choice. */
  cancel(): void {
    if (this.#hasEnded) return;
    this.#stop();
    this.#events.cancelled?.();
  }

  #stop(): void {
    this.#hasEnded = true;
    for (const [type, listener] of this.#listeners) {
      this.#view.removeEventListener(type, listener, { capture: true });
    }
    this.#highlight.remove();
  }

  #isOfPage(event: Event): boolean {
    return !event.composedPath().some((target) => this.#isOwn(target));
  }

  /** Returns whether the event was one of the page. */
  readonly #swallow = (event: Event): boolean => {
    if (!this.#isOfPage(event)) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    return true;
  };

  readonly #stopEvent = (event: Event): void => {
    if (this.#isOfPage(event)) event.stopImmediatePropagation();
  };

  readonly #move = (event: Event): void => {
    if (!this.#isOfPage(event)) return;
    event.stopImmediatePropagation();
    const [target] = event.composedPath();
    if (target instanceof Element) this.#select(target);
  };

  readonly #click = (event: Event): void => {
    if (!this.#swallow(event)) return;
    const [target] = event.composedPath();
    if (target instanceof Element) this.#pick(target);
  };

  readonly #key = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || !this.#handle(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** Returns whether the key is one of the picker. */
  #handle({ key, shiftKey }: KeyboardEvent): boolean {
    switch (key) {
      case 'Escape':
        this.cancel();
        return true;
      case 'Enter':
        // A button of devtools may have the focus.
        if (!this.#current) return false;
        this.#pick(this.#current);
        return true;
      case 'Tab':
        this.#step(shiftKey ? -1 : 1);
        return true;
      case 'ArrowUp': {
        const parent = this.#current?.parentElement;
        if (parent && parent !== this.#root.body) this.#focus(parent);
        return true;
      }
      default:
        return false;
    }
  }

  #step(by: number): void {
    const elements = this.#elements();
    if (elements.length === 0) return;
    const at = this.#current ? elements.indexOf(this.#current) : -1;
    const start = at < 0 && by < 0 ? 0 : at;
    this.#focus(elements[(start + by + elements.length) % elements.length]);
  }

  /** The elements that show a text or an image, in the order of the page. */
  #elements(): Element[] {
    return [...this.#root.body.querySelectorAll('*')].filter((element) => {
      if (this.#isInOwn(element) || element.closest(PASSED_OVER)) return false;
      if (element.matches('img, input, textarea, select')) return true;
      return [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    });
  }

  #isInOwn(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (this.#isOwn(at)) return true;
    }
    return false;
  }

  #focus(element: Element): void {
    element.scrollIntoView?.({ block: 'nearest' });
    this.#select(element);
  }

  #select(element: Element): void {
    if (element === this.#current) return;
    this.#current = element;
    this.#draw();
    this.#events.moved?.(element);
  }

  readonly #draw = (): void => {
    if (this.#current) this.#highlight.show(this.#current, labelOf(this.#current));
  };

  #pick(element: Element): void {
    this.#stop();
    this.#events.picked(element);
  }
}

/** `<span> in UserRow`. */
export function labelOf(element: Element): string {
  const component = componentOf(element);
  const tag = `<${element.localName}>`;
  return component === undefined ? tag : `${tag} in ${component}`;
}
