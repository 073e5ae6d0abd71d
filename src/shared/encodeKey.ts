import { isPlainObject } from './isPlainObject.ts';
import { StreambedError } from './StreambedError.ts';
import { bodyTag } from './tagOf.ts';

/** Deep enough for every real argument, shallow enough for every call stack. */
const MAX_DEPTH = 200;

/** What leads to the current value: the containers around it, and its key or index in each. */
interface Walk {
  readonly owner: { readonly name: string } | undefined;
  readonly root: string;
  readonly containers: object[];
  readonly path: (string | number)[];
}

/**
 * Canonical text of a value, for cache keys: two values have the same text exactly if they are the
 * same argument.
 *
 * - A number equals the string it prints as (`1` and `'1'`, `-0` and `'0'`), because both make the
 *   same URL. `NaN` and the infinities are values of their own.
 * - The order of members does not matter; members that are `undefined` count as absent; members
 *   called `__proto__` or `constructor` are ordinary. In arrays a hole equals `undefined`.
 * - Booleans, `null`, bigints, dates, arrays, objects, `FormData` and `URLSearchParams` (entries in
 *   order) equal only their like.
 *
 * Throws `SB_KEY_UNSUPPORTED`, naming the `owner` (an endpoint) and the path under `root`, for
 * everything else (functions, symbols, maps, sets, class instances, files), for invalid dates, for
 * cycles, and for nesting deeper than 200 levels.
 */
export function encodeKey(
  value: unknown,
  owner?: { readonly name: string },
  root = 'args',
): string {
  return encode(value, { owner, root, containers: [], path: [] });
}

function encode(value: unknown, walk: Walk): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? `"${value}"` : `${value}`;
    case 'boolean':
    case 'undefined':
      return `${value}`;
    case 'bigint':
      return `${value}n`;
    case 'object':
      return value === null ? 'null' : encodeObject(value, walk);
    default:
      return refuse(`a ${typeof value}`, walk);
  }
}

function encodeObject(value: object, walk: Walk): string {
  const { containers, path } = walk;
  const depth = containers.length;
  if (depth >= MAX_DEPTH) refuse(`nested deeper than ${MAX_DEPTH} levels`, walk);
  if (containers.includes(value)) refuse('an object that contains itself', walk);
  const isRecord = !Array.isArray(value) && isPlainObject(value);
  const tag = isRecord || Array.isArray(value) ? '' : bodyTag(value);
  if (tag === 'Date') {
    const time = Number(value);
    if (Number.isNaN(time)) refuse('an invalid date', walk);
    return `@${new Date(time).toISOString()}`;
  }
  if (tag && tag !== 'FormData' && tag !== 'URLSearchParams') {
    refuse(tag === 'Object' ? 'an instance of a class' : `a ${tag}`, walk);
  }
  containers.push(value);
  let text = '';
  if (isRecord) {
    for (const name of Object.keys(value).sort()) {
      if (value[name] === undefined) continue;
      path[depth] = name;
      text += `${text && ','}${JSON.stringify(name)}:${encode(value[name], walk)}`;
    }
  } else {
    // Both platform classes iterate over [name, value] pairs, except React Native's form.
    const form = value as Iterable<unknown> & { getParts?(): Iterable<unknown> };
    const items: readonly unknown[] = tag ? [...(form.getParts?.() ?? form)] : (value as unknown[]);
    for (let at = 0; at < items.length; at++) {
      path[depth] = at;
      text += `${at > 0 ? ',' : ''}${encode(items[at], walk)}`;
    }
  }
  containers.pop();
  return isRecord ? `{${text}}` : `${tag}[${text}]`;
}

function refuse(what: string, { owner, root, containers, path }: Walk): never {
  const depth = containers.length;
  const steps = path.slice(0, Math.min(depth, 10));
  const shown = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  throw new StreambedError(
    'SB_KEY_UNSUPPORTED',
    `${owner ? `Endpoint "${owner.name}": ` : ''}${root}${shown.join('')}${depth > 10 ? '…' : ''} is ${what}.`,
  );
}
