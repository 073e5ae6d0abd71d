/** The part of `localStorage` that the mark needs. */
interface Marks {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const keyOf = (name: string): string => `streambed:${name}:wipe`;

/** Marks a storage, synchronously: its data must not be read before it was wiped. */
export function markWipe(name: string): void {
  withMarks((marks) => marks.setItem(keyOf(name), '1'));
}

export function unmarkWipe(name: string): void {
  withMarks((marks) => marks.removeItem(keyOf(name)));
}

export function isWipeMarked(name: string): boolean {
  return withMarks((marks) => marks.getItem(keyOf(name))) === '1';
}

/** Platforms may have no such storage, or throw where it is read. */
function withMarks<R>(use: (marks: Marks) => R): R | undefined {
  try {
    const { localStorage: marks } = globalThis as { readonly localStorage?: Marks };
    return marks && use(marks);
  } catch {
    return undefined;
  }
}
