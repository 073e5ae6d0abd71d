import { modules } from './folders.mjs';

/**
 * Leaves out class fields without a value: JavaScript would define each of them for each instance, before the constructor assigns it.
 * Private fields must be defined. Lines stay where they are.
 */
export const withoutEmptyFields = {
  name: 'without empty fields',
  transform(code, id) {
    if (!id.startsWith(modules)) return undefined;
    let lean = code;
    for (const { start, end } of emptyFieldsIn(this.parse(code))) {
      lean = lean.slice(0, start) + ' '.repeat(end - start) + lean.slice(end);
    }
    return { code: lean, map: null };
  },
};

function emptyFieldsIn(node) {
  if (node === null || typeof node !== 'object') return [];
  return isEmptyField(node) ? [node] : Object.values(node).flatMap(emptyFieldsIn);
}

function isEmptyField({ type, value, key, computed, static: isStatic }) {
  const isField = type === 'PropertyDefinition' && value === null;
  return isField && !computed && !isStatic && key.type !== 'PrivateIdentifier';
}
