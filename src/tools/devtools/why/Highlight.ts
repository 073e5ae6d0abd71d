/** A frame around an element of the page, with a label. It takes no events and moves nothing. */
export class Highlight {
  readonly #host: HTMLElement;
  readonly #frame: HTMLElement;
  readonly #label: HTMLElement;

  constructor(root: Document) {
    this.#host = root.createElement('streambed-highlight');
    // Styles of elements, set one by one, need no permission of a Content-Security-Policy.
    Object.assign(this.#host.style, {
      all: 'initial',
      position: 'fixed',
      inset: '0',
      zIndex: '2147482999',
      pointerEvents: 'none',
    });
    this.#host.setAttribute('aria-hidden', 'true');
    this.#frame = root.createElement('div');
    Object.assign(this.#frame.style, {
      position: 'fixed',
      boxSizing: 'border-box',
      border: '2px solid #0a5cb8',
      borderRadius: '3px',
      background: 'rgb(10 92 184 / 0.14)',
      display: 'none',
    });
    this.#label = root.createElement('div');
    Object.assign(this.#label.style, {
      position: 'fixed',
      padding: '2px 7px',
      borderRadius: '3px',
      background: '#0a5cb8',
      color: '#ffffff',
      font: '600 12px/1.5 system-ui, sans-serif',
      whiteSpace: 'nowrap',
      display: 'none',
    });
    const shadow = this.#host.attachShadow({ mode: 'open' });
    shadow.append(this.#frame, this.#label);
    // Outside of the body: selectors such as `body > :last-child` stay as they are.
    root.documentElement.append(this.#host);
  }

  show(element: Element, label: string): void {
    const { bottom, height, left, top, width } = element.getBoundingClientRect();
    Object.assign(this.#frame.style, {
      display: 'block',
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    // Above the element, or below if there is no room.
    const at = top > 24 ? top - 24 : bottom + 4;
    Object.assign(this.#label.style, {
      display: 'block',
      left: `${Math.max(0, left)}px`,
      top: `${at}px`,
    });
    this.#label.textContent = label;
  }

  remove(): void {
    this.#host.remove();
  }
}
