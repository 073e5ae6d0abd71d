interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replacements in one text. What no edit covers stays byte for byte. */
export class Edits {
  readonly #edits: Edit[] = [];
  readonly #newline: string;

  /** The line breaks of the text. */
  constructor(newline: string) {
    this.#newline = newline;
  }

  /** Replaces `start` to `end`. An edit within the span of a longer one is dropped. */
  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text: text.replaceAll(/\r?\n/g, this.#newline) });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  remove(start: number, end: number): void {
    this.replace(start, end, '');
  }

  /** Whether an edit removes or replaces all of a span. */
  covers(start: number, end: number): boolean {
    return this.#edits.some(
      (edit) => edit.start <= start && edit.end >= end && edit.end > edit.start,
    );
  }

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  apply(source: string): string {
    let result = '';
    let at = 0;
    for (const { start, end, text } of this.#ordered()) {
      result += source.slice(at, start) + text;
      at = end;
    }
    return result + source.slice(at);
  }

  /** Where a position of the source is in the result. */
  moved(position: number): number {
    let shift = 0;
    for (const { start, end, text } of this.#ordered()) {
      if (start > position) break;
      if (end > position) return start + shift;
      shift += text.length - (end - start);
    }
    return position + shift;
  }

  /** By position; the outer one of two that overlap. Insertions keep the order in which they came. */
  #ordered(): readonly Edit[] {
    const sorted = this.#edits
      .map((edit, order) => ({ ...edit, order }))
      .sort((a, b) => a.start - b.start || b.end - a.end || a.order - b.order);
    const kept: Edit[] = [];
    let covered = 0;
    for (const edit of sorted) {
      if (edit.start < covered) continue;
      kept.push(edit);
      covered = edit.end;
    }
    return kept;
  }
}
