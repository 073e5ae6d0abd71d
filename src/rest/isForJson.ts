import { isPlainObject } from '../shared/isPlainObject.ts';

/**
 * Whether a body is sent as JSON: plain objects, arrays, instances of ordinary classes, and
 * primitives except text.
 */
export function isForJson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return typeof body !== 'string';
  if (Array.isArray(body) || isPlainObject(body)) return true;
  // Platform bodies have their own tags; React Native's FormData has none but is the global class.
  const isOrdinary = Object.prototype.toString.call(body) === '[object Object]';
  const isForm = typeof FormData === 'function' && body instanceof FormData;
  return isOrdinary && !isForm && !(Symbol.asyncIterator in body);
}
