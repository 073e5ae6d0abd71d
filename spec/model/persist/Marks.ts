/** The `localStorage` of a browser, for as long as a history lasts. */
export class Marks {
  readonly #before: PropertyDescriptor | undefined;
  readonly #texts = new Map<string, string>();

  /** What was set last. */
  text = '';
  /** What is set. */
  now: string | undefined;

  constructor() {
    this.#before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    const texts = this.#texts;
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: {
        getItem: (key: string) => texts.get(key) ?? null,
        setItem: (key: string, text: string) => {
          texts.set(key, text);
          this.text = text;
          this.now = text;
        },
        removeItem: (key: string) => {
          texts.delete(key);
          this.now = undefined;
        },
      },
    });
  }

  remove(): void {
    if (this.#before) Object.defineProperty(globalThis, 'localStorage', this.#before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  }
}
