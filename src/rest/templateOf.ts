import { parsePath } from './parsePath.ts';
import type { PathTemplate } from './PathTemplate.ts';

const TEMPLATE = Symbol('template');

/**
 * The parsed path of an endpoint. The endpoint caches it; extensions with the same path inherit it.
 * Throws `SB_PATH_INVALID`.
 */
export function templateOf(endpoint: {
  readonly path: string;
  readonly [TEMPLATE]?: PathTemplate;
}): PathTemplate {
  const known = endpoint[TEMPLATE];
  if (known && known.source === endpoint.path) return known;
  const template = parsePath(endpoint.path);
  Object.defineProperty(endpoint, TEMPLATE, { value: template, configurable: true });
  return template;
}
