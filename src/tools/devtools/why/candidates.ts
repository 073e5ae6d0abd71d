import type { Explanation } from '../../inspect/explain.ts';
import type { Inspector } from '../../inspect/Inspector.ts';
import { countOf } from '../components/format.ts';
import type { EntityName } from '../../inspect/reports.ts';
import { namesText } from '../valueText.ts';
import { fiberValues } from './fiberValues.ts';
import { findText, type TextMatch } from './findText.ts';

/** A value that an element of the page may show. */
export interface Candidate {
  /** `User 1`, `12 items of User`, `Data of getUsers`. */
  readonly title: string;
  /** How it was found: `UserRow, props.user`, `its name is the text of the element`. */
  readonly how: string;
  /** An object that the store gave to an observer, … */
  readonly value?: object;
  /** … or an entity. */
  readonly entity?: EntityName;
}

/** Values that React has and the store did not make are passed over, up to so many. */
const MAX_TRIED = 80;
const MAX_OF_COMPONENTS = 6;
const MAX_OF_TEXT = 8;

/** Longer texts are those of containers. */
const MAX_TEXT = 300;

/** Attributes that show data. */
const ATTRIBUTES = ['alt', 'title', 'aria-label', 'placeholder', 'datetime', 'href', 'src'];

/**
 * The values that an element may show, the best first: entities of which a member equals the text,
 * and the values in the components around it.
 */
export function candidatesOf(element: Element, inspector: Inspector): Candidate[] {
  const ofComponents = candidatesOfComponents(element, inspector);
  const near = new Set(
    ofComponents.flatMap(({ explanation }) => explanation.rows.map((row) => idOf(row))),
  );
  const texts = candidatesOfTexts(element, inspector);
  // What the components around the element have, and the element shows, is what it shows.
  const shared = texts
    .filter(({ entity, fit }) => fit === 'equal' && near.has(idOf(entity)))
    .map((text) => {
      const same = ofComponents.find(({ candidate: { entity } }) => isSame(entity, text.entity));
      return same ? { ...same.candidate, how: `${same.candidate.how}: ${text.how}` } : text;
    });
  const equal = texts.filter(({ fit }) => fit === 'equal');
  const parts = texts.filter(({ fit }) => fit === 'part');
  const candidates = ofComponents.map(({ candidate }) => candidate);
  const seen = new Set<unknown>();
  return [...shared, ...candidates, ...equal, ...parts].filter(({ entity, value }) => {
    const id = entity ? idOf(entity) : value;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

interface OfComponent {
  readonly candidate: Candidate;
  readonly explanation: Explanation;
}

function candidatesOfComponents(element: Element, inspector: Inspector): OfComponent[] {
  const found: OfComponent[] = [];
  let tried = 0;
  for (const { component, value, where } of fiberValues(element)) {
    if (++tried > MAX_TRIED || found.length >= MAX_OF_COMPONENTS) break;
    const explanation = inspector.explain(value);
    if (!explanation) continue;
    const [row] = explanation.rows;
    const entity =
      explanation.type === 'entity' && row ? { entityKey: row.entityKey, pk: row.pk } : undefined;
    const candidate = {
      title: titleOf(value, explanation, inspector),
      how: `${component}, ${where}`,
      value,
      ...(entity && { entity }),
    };
    found.push({ candidate, explanation });
  }
  return found;
}

/** What an explained value is, in a few words. */
export function titleOf(
  value: unknown,
  { keys, queries, rows, type }: Explanation,
  inspector: Inspector,
): string {
  const [row] = rows;
  if (type === 'entity' && row) return `${row.entityKey} ${row.pk}`;
  const length = Array.isArray(value) ? ` with ${countOf(value.length, 'item')}` : '';
  if (type === 'data') {
    const [key] = keys;
    const name = key === undefined ? queries[0] : inspector.key(key)?.name;
    if (name !== undefined) return `Data of ${name}${length}`;
  }
  const classes = [...new Set(rows.map(({ entityKey }) => entityKey))];
  const made = classes.length > 0 ? `, made of ${namesText(classes, 3)}` : '';
  return `${type === 'list' ? 'List' : 'Object'}${length}${made}`;
}

interface OfText extends Candidate {
  readonly entity: EntityName;
  readonly fit: TextMatch['fit'];
}

function candidatesOfTexts(element: Element, inspector: Inspector): OfText[] {
  const { entities } = inspector.shown$.getValue() ?? inspector.present();
  return textsOf(element).flatMap(([source, text]) =>
    findText(entities, text, MAX_OF_TEXT).map(({ entityKey, fit, member, pk }) => ({
      title: `${entityKey} ${pk}`,
      how: fit === 'equal' ? `its ${member} is ${source}` : `its ${member} is a part of ${source}`,
      entity: { entityKey, pk },
      fit,
    })),
  );
}

/** What an element shows: its text, its value, and attributes; each with its name. */
function textsOf(element: Element): [source: string, text: string][] {
  const texts: [string, string][] = [];
  const add = (source: string, text: string | null | undefined): void => {
    if (text && text.trim() !== '' && text.length <= MAX_TEXT) texts.push([source, text]);
  };
  // Passwords stay where they are.
  if (element instanceof HTMLInputElement && element.type === 'password') return texts;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    add('the value of the field', element.value);
  }
  // Where the element has a text of its own, that of its children says less.
  const own = [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('');
  add('the text of the element', own.trim() === '' ? element.textContent : own);
  for (const name of ATTRIBUTES) add(`the attribute ${name}`, element.getAttribute(name));
  return texts;
}

function isSame(a: EntityName | undefined, b: EntityName): boolean {
  return a !== undefined && idOf(a) === idOf(b);
}

function idOf({ entityKey, pk }: EntityName): string {
  return `${entityKey}\0${pk}`;
}
