import { SB_PATH_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { compileSteps } from './compileSteps.ts';
import { isControl } from './isControl.ts';
import type { PathPart, PathTemplate } from './PathTemplate.ts';

/**
 * Parses a path template: `:name` (one segment or a part of one), `*name` (segments), `{…}` (left out when its
 * parameters are), `:"odd name"`, `\\` before a character that is meant literally, and behind `?` the query part, where
 * only `:name` and `\\` are special. A colon before `//` or a digit is text. Time grows with the length of the template.
 *
 * Throws `SB_PATH_INVALID` with the position.
 */
export function parsePath(source: string): PathTemplate {
  return new PathParser(source).parse();
}

const MAX_DEPTH = 20;
const WORD_START = /[A-Za-z_$]/;
const WORD = /[\w$]/;

/** Characters that would end the path where the template means them literally. */
const escapes: Readonly<Record<string, string>> = {
  ' ': '%20',
  '?': '%3F',
  '#': '%23',
  '\\': '%5C',
};

class PathParser {
  readonly #source: string;
  readonly #names = new Set<string>();
  readonly #required = new Set<string>();
  #at = 0;
  #depth = 0;
  #slash = { at: 0, depth: 0 };
  #lastSegment: PathTemplate['lastSegment'];

  constructor(source: string) {
    this.#source = source;
  }

  parse(): PathTemplate {
    const path = this.#parts('path');
    const queryAt = this.#at;
    const query = this.#at < this.#source.length ? this.#queryParts() : [];
    return {
      source: this.#source,
      path,
      query,
      names: this.#names,
      required: this.#required,
      lastSegment: this.#lastSegment,
      queryAt,
      steps: compileSteps(path),
    };
  }

  /** Reads to the end, to the brace that closes the group, or to the question mark. */
  #parts(place: 'path' | 'query'): PathPart[] {
    const parts: PathPart[] = [];
    let text = '';
    const flush = () => {
      if (text) parts.push({ type: 'text', text });
      text = '';
    };
    while (this.#at < this.#source.length) {
      const letter = this.#source[this.#at];
      if (letter === ':' && !this.#isTextColon()) {
        flush();
        parts.push({ type: 'param', name: this.#name(place) });
      } else if (place === 'path' && letter === '*') {
        flush();
        parts.push({ type: 'wildcard', name: this.#name(place) });
      } else if (place === 'path' && letter === '{') {
        flush();
        parts.push(this.#group());
      } else if (place === 'path' && letter === '}') {
        if (this.#depth === 0) this.#fail(this.#at, 'this brace closes nothing');
        break;
      } else if (place === 'path' && letter === '?') {
        if (this.#depth > 0) this.#fail(this.#at, 'the query part cannot be in a group');
        break;
      } else {
        text += this.#text(letter, place);
      }
    }
    flush();
    return parts;
  }

  #queryParts(): PathPart[] {
    const start = this.#at++;
    if (this.#at === this.#source.length) {
      this.#fail(start, 'the query part is empty; an optional parameter is written {/:name}');
    }
    return this.#parts('query');
  }

  #group(): PathPart {
    const start = this.#at++;
    if (++this.#depth > MAX_DEPTH) this.#fail(start, `groups nest deeper than ${MAX_DEPTH} levels`);
    const parts = this.#parts('path');
    if (this.#source[this.#at] !== '}') this.#fail(start, 'this brace is not closed');
    this.#depth--;
    this.#at++;
    return { type: 'group', parts };
  }

  #isTextColon(): boolean {
    const next = this.#source.slice(this.#at + 1, this.#at + 3);
    return next === '//' || /^\d/.test(next);
  }

  #text(letter: string, place: 'path' | 'query'): string {
    const start = this.#at++;
    let literal = letter;
    if (letter === '\\') {
      literal = this.#source[this.#at++] ?? this.#fail(start, 'nothing follows the backslash');
    } else if (letter === '#') {
      this.#fail(start, 'a request has no fragment; write \\\\# for the character');
    }
    if (isControl(literal)) this.#fail(start, 'control characters cannot stand in a URL');
    if (literal === '/' && place === 'path') this.#slash = { at: start, depth: this.#depth };
    const isQueryMark = place === 'query' && literal === '?';
    return isQueryMark ? literal : (escapes[literal] ?? literal);
  }

  #name(place: 'path' | 'query'): string {
    const sign = this.#at++;
    const name = this.#source[this.#at] === '"' ? this.#quoted(sign) : this.#word(sign);
    if (place === 'path' && '(+*'.includes(this.#source[this.#at] || ' ')) {
      this.#fail(
        this.#at,
        'a parameter takes no pattern and no repetition; escape a literal character',
      );
    }
    if (place === 'path') this.#lastSegment = this.#slash;
    this.#names.add(name);
    if (this.#depth === 0) this.#required.add(name);
    return name;
  }

  #quoted(sign: number): string {
    const end = this.#source.indexOf('"', this.#at + 1);
    const name = this.#source.slice(this.#at + 1, end);
    if (end < 0 || name === '') this.#fail(sign, 'the quoted name is empty or not closed');
    this.#at = end + 1;
    return name;
  }

  #word(sign: number): string {
    const start = this.#at;
    if (WORD_START.test(this.#source[start] ?? '')) {
      while (WORD.test(this.#source[this.#at] ?? '')) this.#at++;
    }
    if (this.#at === start)
      this.#fail(sign, 'a name has to follow; escape the character if it is text');
    if (this.#source.charCodeAt(this.#at) > 127) {
      this.#fail(this.#at, 'names with other letters than A to Z are written :"name"');
    }
    return this.#source.slice(start, this.#at);
  }

  #fail(position: number, why: string): never {
    throw new StreambedError(
      SB_PATH_INVALID,
      `Path template ${JSON.stringify(this.#source)}, position ${position}: ${why}.`,
    );
  }
}
