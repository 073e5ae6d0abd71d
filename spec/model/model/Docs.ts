import { NOTHING, type Times } from './Rows.ts';

/** A document: its version determines the rest of its record. Without `isThere` it was removed. */
export interface Doc extends Times {
  readonly rev: number;
  readonly isThere: boolean;
  readonly seq: number;
  /** Whether the removal itself said its version, which then decides alone. */
  readonly isSaid?: boolean;
}

/** The documents. The higher version wins, whatever arrives first; without one, the later write. */
export class Docs {
  readonly known = new Map<string, Doc>();

  put(id: string, rev: number, seq: number, times: Times): void {
    const doc = this.known.get(id);
    const isOlder =
      doc && (rev < doc.rev || (!doc.isThere && doc.seq > seq && !(doc.isSaid && rev > doc.rev)));
    if (!isOlder) this.known.set(id, { rev, isThere: true, seq, ...times });
  }

  /** `said`: the version of the removal. */
  drop(id: string, said: number | undefined, seq: number, receivedAt: number): void {
    const doc = this.known.get(id);
    const rev = said ?? doc?.rev ?? 0;
    if (doc && (rev < doc.rev || (rev === doc.rev && doc.seq > seq))) return;
    const isSaid = said !== undefined || (doc?.isSaid === true && rev === doc.rev);
    this.known.set(id, { rev, isThere: false, seq, isSaid, receivedAt, expiresAt: 0 });
  }

  /** Each version is of one of the two classes, in turn. */
  show(id: string): string {
    const doc = this.known.get(id);
    return doc?.isThere ? `${statusOf(doc.rev)} ${id}:${doc.rev}` : NOTHING;
  }

  list(ids: readonly string[]): string {
    const docs = ids.map((id) => this.show(id));
    return `[${docs.filter((doc) => doc !== NOTHING).join(' ')}]`;
  }
}

/** The class of a version. */
export function statusOf(rev: number): 'draft' | 'final' {
  return rev % 2 === 0 ? 'draft' : 'final';
}
