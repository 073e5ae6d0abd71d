import { StreambedError } from '../../../src/shared/StreambedError.ts';
import { Board, Draft, Final, User } from './endpoints.ts';
import { showEmail } from '../model/ListSpec.ts';
import { NOTHING } from '../model/Rows.ts';

/** Texts by data: data of the store does not change. */
const texts = new WeakMap<object, string>();

/** Prints data as the model does: `1:name:email`, `[…]` for lists, JSON without a schema. */
export function show(data: unknown): string {
  if (typeof data !== 'object' || data === null)
    return data === undefined ? NOTHING : JSON.stringify(data);
  let text = texts.get(data);
  if (text === undefined) texts.set(data, (text = textOf(data)));
  return text;
}

function textOf(data: object): string {
  if (data instanceof User) return `${showId(data.id)}:${data.name}:${showEmail(data.email)}`;
  if (data instanceof Board) return show(data.users);
  if (data instanceof Draft) return `draft ${data.id}:${data.rev}`;
  if (data instanceof Final) return `final ${data.id}:${data.rev}`;
  if (Array.isArray(data)) return `[${data.map(show).join(' ')}]`;
  return JSON.stringify(data);
}

/** Prints an error as the model does. The model does not distinguish the codes of bad responses. */
export function showError(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (!StreambedError.is(error)) return (error as Error).message;
  return /^SB_(PK|ANSWER|ENTITY|CONTENT)/.test(error.code) ? 'bad response' : error.code;
}

/** Placeholder ids are printed as `*`: the contract does not specify them. */
export function showId(id: string): string {
  return /^\d+$/.test(id) ? id : '*';
}
