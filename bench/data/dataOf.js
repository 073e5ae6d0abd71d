import { makeAnswer } from './makeAnswer.js';

const made = new Map();

/** The data of a size: to be parsed anew for each use, and as it is expected to be read. */
export function dataOf(n, options) {
  const name = JSON.stringify([n, options]);
  if (!made.has(name)) {
    const text = makeAnswer(n, options);
    const parse = () => JSON.parse(text);
    made.set(name, { n, parse, issues: parse() });
  }
  return made.get(name);
}
