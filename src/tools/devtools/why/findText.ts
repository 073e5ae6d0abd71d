import type { Snapshot } from '../../inspect/reports.ts';

type Entities = Snapshot['entities'];

/** An entity with a member that a text shows. */
export interface TextMatch {
  readonly entityKey: string;
  readonly pk: string;
  /** The way to the member, such as `name` or `address.city`. */
  readonly member: string;
  readonly value: unknown;
  /** `equal`: the text is the value. `part`: the value is a part of the text, or the reverse. */
  readonly fit: 'equal' | 'part';
}

/** A search visits at most so many entities, so that it ends within a frame or two. */
const MAX_VISITED = 200_000;

/** Shorter texts occur in too many values. */
const SHORTEST_PART = 4;

interface Scored {
  readonly match: TextMatch;
  readonly score: number;
}

/**
 * The entities with a member that a text shows, the best first: equal texts before parts, long ones
 * before short ones. At most `limit`.
 */
export function findText(entities: Entities, text: string, limit = 20): TextMatch[] {
  const wanted = normalized(text);
  if (wanted === '') return [];
  const best = new Best(limit);
  let visited = 0;
  for (const entityKey of entities.keys()) {
    for (const [pk, record] of entities.entries(entityKey)) {
      if (++visited > MAX_VISITED) return best.list;
      visit(record, '', 0, (member, value) => {
        const score = scoreOf(normalized(String(value)), wanted);
        if (score === 0) return;
        const fit = score >= 1 ? 'equal' : 'part';
        // The primary key names the entity: it says more than a foreign key with the same text.
        const isPk = String(value) === pk && member === 'id';
        best.add({ entityKey, pk, member, value, fit }, isPk ? score + 0.5 : score);
      });
    }
  }
  return best.list;
}

/** The best matches: one per entity. */
class Best {
  readonly #limit: number;
  readonly #matches: Scored[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(match: TextMatch, score: number): void {
    const matches = this.#matches;
    if (matches.length >= this.#limit && score <= matches[matches.length - 1].score) return;
    const same = matches.findIndex(
      ({ match: { entityKey, pk } }) => entityKey === match.entityKey && pk === match.pk,
    );
    if (same >= 0 && matches[same].score >= score) return;
    if (same >= 0) matches.splice(same, 1);
    // Behind those with the same score: they were found first.
    const at = matches.findIndex((other) => other.score < score);
    matches.splice(at < 0 ? matches.length : at, 0, { match, score });
    if (matches.length > this.#limit) matches.pop();
  }

  get list(): TextMatch[] {
    return this.#matches.map(({ match }) => match);
  }
}

/** Members that can be shown as text. Nested objects and lists are visited, entities in them are not known here. */
function visit(
  value: unknown,
  path: string,
  depth: number,
  found: (member: string, value: unknown) => void,
): void {
  if (typeof value === 'string' || typeof value === 'number') return found(path, value);
  if (typeof value !== 'object' || value === null || depth > 4) return;
  for (const [name, member] of Object.entries(value)) {
    visit(member, path === '' ? name : `${path}.${name}`, depth + 1, found);
  }
}

/** 0: no match; from 1 on: equal; below: the share that they have in common. */
function scoreOf(value: string, wanted: string): number {
  if (value === '') return 0;
  if (value === wanted) return 1;
  if (value.length < SHORTEST_PART || wanted.length < SHORTEST_PART) return 0;
  if (wanted.includes(value)) return 0.99 * (value.length / wanted.length);
  if (value.includes(wanted)) return 0.9 * (wanted.length / value.length);
  return 0;
}

function normalized(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
