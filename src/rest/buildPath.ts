import { SB_PATH_PARAM_MISSING } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { encodeQueryText } from './encodeQueryText.ts';
import { encodeSegment } from './encodeSegment.ts';
import type { PathPart, PathTemplate } from './PathTemplate.ts';
import { primitiveText } from './primitiveText.ts';

/** Values of the parameters by name. */
export type PathValues = Readonly<Record<string, unknown>>;

/** A template filled in. `fixed` is what stands before the first value: it decides the origin. */
export interface BuiltPath {
  readonly path: string;
  readonly query: string;
  readonly fixed: string;
}

/**
 * Fills a template in. Groups whose parameters are all undefined or null are left out. Throws `SB_PATH_PARAM_MISSING`,
 * `SB_PATH_PARAM_UNSAFE`, `SB_KEY_UNSUPPORTED`, naming the endpoint `owner` and the parameter.
 */
export function buildPath(template: PathTemplate, values: PathValues, owner: string): BuiltPath {
  const filled = { path: '', query: '', fixed: undefined as string | undefined };
  const label = (name: string) => `Endpoint "${owner}": parameter "${name}"`;
  const given = (name: string): unknown => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined && value !== null) return value;
    throw new StreambedError(
      SB_PATH_PARAM_MISSING,
      `${label(name)} of ${JSON.stringify(template.source)} is missing; given: ${Object.keys(values).join(', ') || 'nothing'}.`,
    );
  };
  const fill = (parts: readonly PathPart[]): void => {
    for (const part of parts) {
      if (part.type === 'text') {
        filled.path += part.text;
      } else if (part.type === 'group') {
        if (isWanted(part.parts, values)) fill(part.parts);
      } else {
        filled.fixed ??= filled.path;
        const value = given(part.name);
        filled.path +=
          part.type === 'param'
            ? encodeSegment(primitiveText(value, label(part.name)), label(part.name))
            : encodeSegments(value, label(part.name));
      }
    }
  };
  fill(template.path);
  for (const part of template.query) {
    if (part.type === 'text') filled.query += part.text;
    if (part.type === 'param') {
      const text = primitiveText(given(part.name), label(part.name));
      filled.query += encodeQueryText(text, label(part.name));
    }
  }
  return { path: filled.path, query: filled.query, fixed: filled.fixed ?? filled.path };
}

/** A group is filled in if one of its parameters is given, or if it has none. */
function isWanted(parts: readonly PathPart[], values: PathValues): boolean {
  const names = [...namesIn(parts)];
  return (
    names.length === 0 || names.some((name) => Object.hasOwn(values, name) && values[name] != null)
  );
}

function* namesIn(parts: readonly PathPart[]): Iterable<string> {
  for (const part of parts) {
    if (part.type === 'group') yield* namesIn(part.parts);
    else if (part.type !== 'text') yield part.name;
  }
}

/** A wildcard: the segments as array, or as text with slashes between them. */
function encodeSegments(value: unknown, label: string): string {
  const segments: readonly unknown[] = Array.isArray(value)
    ? value
    : primitiveText(value, label).split('/');
  if (segments.length === 0) return encodeSegment('', label);
  return segments.map((segment) => encodeSegment(primitiveText(segment, label), label)).join('/');
}
