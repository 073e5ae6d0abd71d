import { packError } from '../../shared/codec/valueCodec.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import { tagOf } from '../../shared/tagOf.ts';
import { redactText } from './redactText.ts';

/**
 * What logs and exports hide. A list adds patterns for names of members to the usual ones
 * (`password`, `token`, `secret`, `authorization`, `cookie` …). A function decides alone: it gets
 * the name of each member, its value and the path to it, and returns the value to use.
 */
export type Redact =
  readonly RegExp[] | ((name: string, value: unknown, path: readonly string[]) => unknown);

/** What stands in place of a hidden value. */
const HIDDEN = '[redacted]';

/** Names of members that are hidden by default. */
const SECRETS =
  /passw|passphrase|passcode|pwd|secret|token|authori[sz]ation|cookie|credential|(?:api|private|access)[-_]?key|session[-_]?id|^(?:auth|jwt|bearer|otp|pin|cvc|cvv|ssn)$/i;

/** Values that are secrets, whatever their name: headers of a log-in, and JSON web tokens. */
const SECRET_VALUE = /^(?:bearer|basic)\s+\S{8}|^eyJ[\w-]{8,}\.[\w-]+\.[\w-]*$/i;

/** Deeper values are cut off. Packing a session allows more. */
const MAX_DEPTH = 100;

/** Longer bigints are cut off. Packing a session allows no more. */
const MAX_DIGITS = 4_000;

/** Hides secrets, in copies: the values of the store stay as they are. */
export class Redactor {
  readonly #decide: (name: string, value: unknown, path: readonly string[]) => unknown;

  constructor(redact: Redact = []) {
    this.#decide =
      typeof redact === 'function'
        ? redact
        : (name, value) => {
            // `search`, unlike `test`, begins at the start each time.
            const isSecret = [SECRETS, ...redact].some((pattern) => name.search(pattern) >= 0);
            return isSecret && value !== undefined && value !== null ? HIDDEN : value;
          };
  }

  /** The text of an endpoint key, or another text with members or parameters. */
  text(text: string): string {
    return redactText(text, (name, value) => {
      const kept = this.#decide(name, value, ['key', name]);
      return kept === value ? value : HIDDEN;
    });
  }

  /**
   * A copy of plain data, dates, maps, sets, URLs and bigints. A text stands for everything else, such
   * as `[File]`. `path` leads to the value.
   */
  plain(value: unknown, path: readonly string[] = []): unknown {
    return this.#copy(value, path, []);
  }

  #copy(value: unknown, path: readonly string[], containers: readonly object[]): unknown {
    switch (typeof value) {
      case 'string':
        return SECRET_VALUE.test(value) ? HIDDEN : value;
      case 'bigint':
        return String(value).length > MAX_DIGITS ? '[bigint]' : value;
      case 'function':
        return value.name === '' ? '[function]' : `[function ${value.name}]`;
      case 'symbol':
        return '[symbol]';
      case 'object':
        if (value === null) return value;
        if (containers.includes(value)) return '[circular]';
        if (containers.length >= MAX_DEPTH) return '[…]';
        return this.#copyObject(value, path, [...containers, value]);
      default:
        return value;
    }
  }

  #copyObject(object: object, path: readonly string[], containers: readonly object[]): unknown {
    const copy = (value: unknown, name: string): unknown =>
      this.#copy(value, [...path, name], containers);
    const member = (value: unknown, name: string): unknown =>
      copy(this.#decide(name, value, [...path, name]), name);
    // `from` makes members of holes, too.
    if (Array.isArray(object)) return Array.from(object, (item, at) => copy(item, String(at)));
    if (isPlainObject(object)) return membersOf(object, member);
    const tag = tagOf(object);
    switch (tag) {
      case 'Date':
        return new Date(Number(object));
      case 'Map':
        return new Map(
          [...(object as Map<unknown, unknown>)].map(([key, value], at) => [
            copy(key, String(at)),
            member(value, String(key)),
          ]),
        );
      case 'Set':
        return new Set([...(object as Set<unknown>)].map((item, at) => copy(item, String(at))));
      case 'URL':
        return this.#copyUrl(object as URL);
      case 'Error':
        return `[${summaryOf(object as Error)}]`;
      case 'Object':
        return membersOf(object, member);
      default:
        return `[${tag}]`;
    }
  }

  #copyUrl(url: URL): URL {
    const copy = new URL(this.text(url.href));
    copy.username = copy.password = '';
    return copy;
  }
}

/** Own members; `fromEntries` makes one called `__proto__` an ordinary one. */
function membersOf(object: object, member: (value: unknown, name: string) => unknown): object {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, member(value, name)]),
  ) as object;
}

/** A failure without parts of its request or response, such as `NetworkError 404 SB_NETWORK`. */
export function summaryOf(error: Error): string {
  const { name, message, code, status } = packError(error);
  // The general message of the library's own errors only repeats the code.
  const isOfLibrary = code?.startsWith('SB_') ?? false;
  const parts = [name, status, code].filter((part) => part !== undefined).join(' ');
  return isOfLibrary || message === '' ? parts : `${parts}: ${message}`;
}
