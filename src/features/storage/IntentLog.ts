import type { KeyValue } from './KeyValue.ts';

/** Android refuses values of more than 2 MB. */
const PART = 500_000;

/**
 * Holds what a commit is about to do, so that a program which ends in the middle can do the rest when
 * it starts again. The head is written last: without it, or with a wrong checksum, there is no intent.
 */
export class IntentLog {
  readonly #texts: KeyValue;
  readonly #prefix: string;
  #parts = 0;

  constructor(texts: KeyValue, prefix: string) {
    this.#texts = texts;
    this.#prefix = prefix;
  }

  /** Rejects without leaving an intent. */
  async write(intent: string): Promise<void> {
    // An older head would be taken for that of the new parts.
    await this.#texts.delete(this.#prefix);
    try {
      this.#parts = 0;
      for (const part of partsOf(intent)) {
        await this.#texts.set(this.#prefix + this.#parts++, part);
      }
      await this.#texts.set(this.#prefix, `${this.#parts} ${checksumOf(intent)}`);
    } catch (error) {
      await this.delete();
      throw error;
    }
  }

  /** The intent of a program that ended before its commit had. */
  async read(): Promise<string | undefined> {
    const [parts, checksum] = ((await this.#texts.get(this.#prefix)) ?? '').split(' ');
    let intent = '';
    for (this.#parts = 0; this.#parts < Number(parts); this.#parts++) {
      const part = await this.#texts.get(this.#prefix + this.#parts);
      if (typeof part !== 'string') return undefined;
      intent += part;
    }
    return intent !== '' && checksumOf(intent) === checksum ? intent : undefined;
  }

  /** The head first: a head without its parts is no intent, but costs reads. */
  async delete(): Promise<void> {
    await this.#texts.delete(this.#prefix);
    while (this.#parts > 0) await this.#texts.delete(this.#prefix + --this.#parts);
  }
}

/** Does not cut characters in two: stores that keep UTF-8 would damage both halves. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + PART;
    if (/[\udc00-\udfff]/.test(text.charAt(to))) to--;
    parts.push(text.slice(from, to));
  }
  return parts;
}

/** FNV-1a, with the length: finds texts that were cut, mixed or damaged. */
function checksumOf(text: string): string {
  const { imul } = Math;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return `${text.length}:${(hash >>> 0).toString(36)}`;
}
