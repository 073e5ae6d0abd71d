import { StreambedError } from '../../src/shared/StreambedError.ts';
import { User } from './endpoints.ts';
import { NOTHING } from './Rows.ts';

/** Data of the store does not change. */
const texts = new WeakMap<object, string>();

/** Data of the store as the model writes it: `1:name:email`, `[…]` for lists, JSON for what has no schema. */
export function show(data: unknown): string {
  if (typeof data !== 'object' || data === null)
    return data === undefined ? NOTHING : JSON.stringify(data);
  let text = texts.get(data);
  if (text === undefined) texts.set(data, (text = textOf(data)));
  return text;
}

function textOf(data: object): string {
  if (data instanceof User) return `${showId(data.id)}:${data.name}:${data.email}`;
  if (Array.isArray(data)) return `[${data.map(show).join(' ')}]`;
  return JSON.stringify(data);
}

/** An error as the model writes it. Which code a bad answer gives is no matter of the model. */
export function showError(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (!StreambedError.is(error)) return (error as Error).message;
  return /^SB_(PK|ANSWER|ENTITY|CONTENT)/.test(error.code) ? 'bad answer' : error.code;
}

/** Placeholders of what is just being created are not told. */
export function showId(id: string): string {
  return /^\d+$/.test(id) ? id : '*';
}
