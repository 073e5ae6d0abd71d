import { withBase } from 'vitepress';
import { hashOf, type NamedProgram, readHash } from './hash.ts';

/** Edits reach the address when typing pauses: browsers limit how often an address may change. */
const PAUSE = 300;

/** The address of the playground names the program in the editor. */
export class AddressBar {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts changes: compressing takes time, and the last change wins. */
  #changes = 0;

  read(): Promise<NamedProgram> {
    return readHash(location.hash);
  }

  /** Adds an entry to the history: the example as it is. */
  enter(id: string): void {
    this.leave();
    history.pushState(history.state, '', `#${id}`);
  }

  /** Changes the current entry. Code that is too long for a link leaves the address as it is. */
  replace(id: string, code: string | undefined): void {
    this.leave();
    this.#timer = setTimeout(() => void this.#write(id, code), PAUSE);
  }

  /** Drops a change that is not in the address yet. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#changes++;
  }

  async #write(id: string, code: string | undefined): Promise<void> {
    const change = this.#changes;
    const hash = await hashOf(id, code);
    if (hash && change === this.#changes) history.replaceState(history.state, '', hash);
  }
}

/** A link to a program in the playground; `undefined` if it would be too long. */
export async function linkTo(id: string, code: string | undefined): Promise<string | undefined> {
  const hash = await hashOf(id, code);
  return hash && new URL(withBase('/playground/') + hash, location.origin).href;
}
